(** * The words mean what they should: two true claims about the same bodies agree *)

From Coq Require Import Lra Psatz.
Require Import Words Convex Claims.
Open Scope R_scope.

(** Bodies lie in one way only. *)
Theorem one_kind d k k' A B : lie d k A B -> lie d k' A B -> k = k'.
Proof.
  assert (Meet : overlapping d A B -> exists x, A x /\ B x).
  { intros (e & He & H). destruct (H zero (inside_zero d)) as (a & b & Ha & Hb & E).
    - replace (sq (sub zero zero)) with 0 by vector. lra.
    - exists a. split; auto. replace a with b; auto.
      replace b with (sub a (sub a b)) by vector. rewrite <- E. vector. }
  destruct k, k'; simpl; auto; unfold separated, touching; intros H H'; exfalso.
  - destruct H' as ((x & Hx) & _). now apply (H x).
  - destruct (Meet H') as (x & Hx). now apply (H x).
  - destruct H as ((x & Hx) & _). now apply (H' x).
  - tauto.
  - destruct (Meet H) as (x & Hx). now apply (H' x).
  - tauto.
Qed.

Theorem one_distance A B s s' : distance_squared A B s -> distance_squared A B s' -> s = s'.
Proof.
  intros ((a & b & Ha & Hb & E) & H) ((a' & b' & Ha' & Hb' & E') & H').
  pose proof (H a' b' Ha' Hb'). pose proof (H' a b Ha Hb). lra.
Qed.

Theorem one_depth d A B s s' : depth_squared d A B s -> depth_squared d A B s' -> s = s'.
Proof.
  intros ((t & Ht & E & N) & H) ((t' & Ht' & E' & N') & H'). pose proof (H t' Ht' N'). pose proof (H' t Ht N). lra.
Qed.

(** Overlapping bodies never lie on different sides of a plane, not even of one that touches both. *)
Theorem no_plane d A B n : overlapping d A B -> inside d n -> n <> zero -> ~ (forall a b, A a -> B b -> dot n b <= dot n a).
Proof.
  intros O Hn Nz H. apply (supported_at_origin d (difference A B) n); auto.
  intros m (a & b & Ha & Hb & ->). pose proof (H a b Ha Hb). replace (dot n (sub a b)) with (dot n a - dot n b) by vector. lra.
Qed.

(** Moved by less than the depth, the bodies still meet. *)
Theorem still_meet d A B s t : depth_squared d A B s -> inside d t -> sq t < s -> ~ separated (moved A t) B.
Proof.
  intros (_ & H) Ht L S. assert (N : ~ overlapping d (moved A t) B).
  { intros O. pose proof (one_kind d Separated Overlapping _ _ S O). discriminate. }
  pose proof (H t Ht N). lra.
Qed.

(** So two true claims about the same bodies agree, whatever their witness points and radii. *)
Theorem one_claim d A B ra rb class core a b s depth ra' rb' class' core' a' b' s' depth' :
  holds d A B ra rb class core a b s depth -> holds d A B ra' rb' class' core' a' b' s' depth' ->
  core = core' /\ s = s' /\ (ra = ra' -> rb = rb' -> class = class') /\
  match depth, depth' with Some t, Some t' => t = t' | None, None => True | _, _ => False end.
Proof.
  intros (_ & _ & _ & D & L & K & P) (_ & _ & _ & D' & L' & K' & P'). split; [|split; [|split]].
  - eapply one_kind; eauto.
  - eapply one_distance; eauto.
  - intros <- <-. eapply one_kind; eauto.
  - assert (E : core = core') by (eapply one_kind; eauto). destruct depth as [t|], depth' as [t'|]; auto.
    + destruct P, P'. eapply one_depth; eauto.
    + destruct P as (Eo & _). apply P'. congruence.
    + destruct P' as (Eo & _). apply P. congruence.
Qed.


(** Two exact times of the first contact are the same, and bodies that never meet have none. *)
Theorem one_contact d A B ra rb r t t' a b a' b' :
  first_meet d A B ra rb r t t a b -> first_meet d A B ra rb r t' t' a' b' -> t = t'.
Proof.
  intros ((P & _) & _ & N & M & _) ((P' & _) & _ & N' & M' & _).
  destruct (Rtotal_order t t') as [L|[E|L]]; auto; exfalso; [now apply (N' t)|now apply (N t')].
Qed.

Theorem no_contact d A B ra rb r low high a b : never_meet d A B ra rb r -> ~ first_meet d A B ra rb r low high a b.
Proof. intros N ((P & Q) & L & _ & M & _). apply (N high); [lra|auto]. Qed.

(** Without radii the bodies themselves share a point at the time of the contact, and none before it. *)
Theorem contact_without_radii d (A B : set) r t a b : (forall p, A p -> inside d p) -> (forall p, B p -> inside d p) -> inside d r ->
  first_meet d A B 0 0 r t t a b ->
  (exists x, moved A (scale t r) x /\ B x) /\ forall s, 0 <= s < t -> separated (moved A (scale s r)) B.
Proof.
  intros Ia Ib Ir (_ & _ & N & _ & Ha & Hb & L). split.
  - exists b. split; auto. replace b with a; auto.
    assert (Z : sub a b = zero) by (apply sq_zero; pose proof (sq_nonneg (sub a b)); lra).
    replace a with (add b (sub a b)) by vector. rewrite Z. vector.
  - intros s S x (Hx & Bx). apply (N s S). exists x.
    assert (I : inside d x) by now apply Ib. assert (E : sq (sub x x) <= 0 * 0) by (replace (sq (sub x x)) with 0 by vector; lra).
    split; (split; [auto|now exists x]).
Qed.
