(** * Words

    The claims of a line of proofs about two bodies, over the real numbers. Nothing in this file is a proof. The theorem, at the end of Certify.v, is

      forall claim unit evidence, certify claim unit evidence = true -> true_of claim

    so this file is all that one has to read to know what has been proved; the workings of [certify] do not matter. *)

From Coq Require Export Reals List ZArith.
Export ListNotations.
Open Scope R_scope.

(** Points and vectors in space. The plane is vz = 0. *)
Record vec := V { vx : R; vy : R; vz : R }.

Definition zero := V 0 0 0.
Definition add p q := V (vx p + vx q) (vy p + vy q) (vz p + vz q).
Definition sub p q := V (vx p - vx q) (vy p - vy q) (vz p - vz q).
Definition scale s p := V (s * vx p) (s * vy p) (s * vz p).
Definition dot p q := vx p * vx q + vy p * vy q + vz p * vz q.

(** The square of a vector's length. *)
Definition sq p := dot p p.

Inductive dimension := plane | space.
Definition inside (d : dimension) (p : vec) := match d with plane => vz p = 0 | space => True end.

(** A set of points. *)
Definition set := vec -> Prop.

(** The hull of a list of points: their convex combinations. *)
Definition sum (w : list R) := fold_right Rplus 0 w.

Fixpoint combination (w : list R) (P : list vec) : vec :=
  match w, P with
  | a :: w, p :: P => add (scale a p) (combination w P)
  | _, _ => zero
  end.

Definition hull (P : list vec) : set := fun x =>
  exists w, length w = length P /\ (forall a, In a w -> 0 <= a) /\ sum w = 1 /\ x = combination w P.

(** A half-space: n·x <= k. In the plane a half-plane. *)
Definition halfspace (d : dimension) (n : vec) (k : R) : set := fun x => inside d x /\ dot n x <= k.

(** The points no farther from a set than r. *)
Definition rounded (d : dimension) (S : set) (r : R) : set := fun x =>
  inside d x /\ exists p, S p /\ sq (sub x p) <= r * r.

(** M, the set of the differences of the points of two bodies. *)
Definition difference (A B : set) : set := fun m => exists a b, A a /\ B b /\ m = sub a b.

(** A ball around c lies in M (in the plane a disc). *)
Definition interior (d : dimension) (M : set) (c : vec) :=
  exists e, 0 < e /\ forall x, inside d x -> sq (sub x c) <= e -> M x.

(** How two bodies lie. *)
Definition separated (A B : set) := forall x, ~ (A x /\ B x).
Definition overlapping d (A B : set) := interior d (difference A B) zero.
Definition touching d (A B : set) := (exists x, A x /\ B x) /\ ~ overlapping d A B.

(** Their squared distance: the least squared distance of a pair of points. *)
Definition distance_squared (A B : set) (s : R) :=
  (exists a b, A a /\ B b /\ sq (sub a b) = s) /\ forall a b, A a -> B b -> s <= sq (sub a b).

(** Their squared depth: the squared length of the least translation of A after which they do not overlap. *)
Definition moved (A : set) (t : vec) : set := fun x => A (sub x t).

Definition depth_squared d (A B : set) (s : R) :=
  (exists t, inside d t /\ sq t = s /\ ~ overlapping d (moved A t) B) /\
  forall t, inside d t -> ~ overlapping d (moved A t) B -> s <= sq t.

(** A moves by s r until the time s, which is from 0 to 1, and B rests. At that time the bodies with the radii ra and rb around them have a common point. *)
Definition meet d (A B : set) (ra rb : R) (r : vec) (s : R) :=
  exists x, rounded d (moved A (scale s r)) ra x /\ rounded d B rb x.

Definition never_meet d (A B : set) (ra rb : R) (r : vec) := forall s, 0 <= s <= 1 -> ~ meet d A B ra rb r s.

(** They do not meet before the time low, and meet at the time high. If it is the same time, it is the time of the first contact. At the time high the point on_a
    of A, without its radius, is no farther from the point on_b of B than the radii reach. *)
Definition first_meet d (A B : set) (ra rb : R) (r : vec) (low high : R) (on_a on_b : vec) :=
  0 <= low <= high /\ high <= 1 /\
  (forall s, 0 <= s < low -> ~ meet d A B ra rb r s) /\ meet d A B ra rb r high /\
  moved A (scale high r) on_a /\ B on_b /\ sq (sub on_a on_b) <= (ra + rb) * (ra + rb).

(** ** A line *)

Inductive kind := Separated | Touching | Overlapping.

Definition lie (d : dimension) (k : kind) (A B : set) :=
  match k with Separated => separated A B | Touching => touching d A B | Overlapping => overlapping d A B end.

(** The claims of a line about A and B, which have the radii ra and rb around them. *)
Definition holds (d : dimension) (A B : set) (ra rb : R) (class core : kind) (on_a on_b : vec) (distance : R) (depth : option R) : Prop :=
  (** The witness points are in A and B, and as far apart as A and B are; *)
  A on_a /\ B on_b /\ sq (sub on_a on_b) = distance /\ distance_squared A B distance /\
  (** without the radii the bodies lie as the core class states, and with them as the class states; *)
  lie d core A B /\ lie d class (rounded d A ra) (rounded d B rb) /\
  (** there is a depth if A and B overlap, and only then, and it is theirs. *)
  match depth with Some s => core = Overlapping /\ depth_squared d A B s | None => core <> Overlapping end.

(** The numbers of a line are fractions: numerator and denominator. *)
Definition fraction := (Z * Z)%type.
Definition fractions := (fraction * fraction * fraction)%type.

Definition value (f : fraction) : R := IZR (fst f) / IZR (snd f).
Definition place (p : fractions) : vec := let '(x, y, z) := p in V (value x) (value y) (value z).

Inductive shape := Hull (points : list fractions) | Halfspace (normal : fractions) (offset : fraction).

Definition set_of (d : dimension) (s : shape) : set :=
  match s with Hull P => hull (map place P) | Halfspace n k => halfspace d (place n) (value k) end.

Inductive passage :=
  | First (low high : fraction) (on_a on_b : fractions)  (* "first_contact": "low" and "high", which are "time" if the line has it, "on_a", "on_b" *)
  | Never.                                               (* "never" *)

Record claim := Claim {
  c_dim : dimension;
  c_a : shape; c_b : shape;                        (* "a", and "b" or "halfspace" *)
  c_radius_a : fraction; c_radius_b : fraction;    (* "radii"; zero if the line has none *)
  c_class : kind;                                  (* "class" *)
  c_core : kind;                                   (* "core_class" *)
  c_distance : fraction;                           (* "core_distance_squared" *)
  c_on_a : fractions; c_on_b : fractions;          (* "on_a", "on_b" *)
  c_depth : option fraction;                       (* "core_depth_squared" *)
  c_cast : option (fractions * passage)            (* "cast", and the claim about the motion *)
}.

Definition true_of (c : claim) : Prop :=
  let A := set_of (c_dim c) (c_a c) in
  let B := set_of (c_dim c) (c_b c) in
  let ra := value (c_radius_a c) in
  let rb := value (c_radius_b c) in
  holds (c_dim c) A B ra rb (c_class c) (c_core c) (place (c_on_a c)) (place (c_on_b c)) (value (c_distance c)) (option_map value (c_depth c)) /\
  match c_cast c with
  | None => True
  | Some (r, First low high on_a on_b) => first_meet (c_dim c) A B ra rb (place r) (value low) (value high) (place on_a) (place on_b)
  | Some (r, Never) => never_meet (c_dim c) A B ra rb (place r)
  end.
