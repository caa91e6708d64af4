// A failure map whose pixels can be read.
