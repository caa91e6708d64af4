//! Two builds of the command line, compared command by command: options, and the rules that make the table's numbers.
//!
//! The benchmark `program` builds the programs, runs them in turns and measures each process. Its rules are in this module, where tests
//! reach them.

mod arguments;
mod comparison;

pub use arguments::Arguments;
pub use comparison::{ComparedCommand, Runs, Usage, does_not_know, executable, table};
