(** * The theorem, with the full names of everything in it, and the axioms that it rests on *)

Require Words Checker Certify Sane.

Definition statement : forall (c : Words.claim) (unit : Words.fraction) (e : Checker.evidence),
  Checker.certify c unit e = true -> Words.true_of c := Certify.certify_sound.

Definition sane := (Sane.one_kind, Sane.one_distance, Sane.one_depth, Sane.no_plane, Sane.still_meet, Sane.one_claim, Sane.one_contact, Sane.no_contact, Sane.contact_without_radii).

Print Assumptions statement.
Print Assumptions sane.
