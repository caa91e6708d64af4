(** * The unit of the lattice does not matter *)

From Coq Require Import Lra Psatz.
Require Import Words Convex Claims Checker Sound.
Open Scope R_scope.

(** A set enlarged u times. *)
Definition image (u : R) (A : set) : set := fun x => A (scale (/ u) x).

Section Scaling.
Variable u : R.
Hypothesis u_pos : 0 < u.

Lemma scale_back x : scale (/ u) (scale u x) = x.
Proof. apply vec_eq; simpl; field; lra. Qed.
Lemma scale_forth x : scale u (scale (/ u) x) = x.
Proof. apply vec_eq; simpl; field; lra. Qed.
Lemma sq_scale s x : sq (scale s x) = s * s * sq x.
Proof. vector. Qed.
Lemma inv_pos : 0 < / u.
Proof. now apply Rinv_0_lt_compat. Qed.

Lemma combination_scale w : forall P, combination w (map (scale u) P) = scale u (combination w P).
Proof. induction w as [|a w IH]; intros [|p P]; simpl; try vector. rewrite IH. generalize (combination w P). vector. Qed.

Lemma hull_image P x : hull (map (scale u) P) x <-> image u (hull P) x.
Proof.
  unfold image. split; intros (w & L & N & S & E); exists w; rewrite map_length in *; repeat split; auto.
  - rewrite E, combination_scale. apply scale_back.
  - rewrite combination_scale, <- E. now rewrite scale_forth.
Qed.

Lemma rounded_image d (S : set) r x : rounded d (image u S) (u * r) x <-> image u (rounded d S r) x.
Proof.
  pose proof inv_pos as I. unfold image. split; intros (Hx & p & Hp & L); (split; [now apply inside_scale || (rewrite <- (scale_forth x); now apply inside_scale)|]).
  - exists (scale (/ u) p). split; auto.
    replace (sub (scale (/ u) x) (scale (/ u) p)) with (scale (/ u) (sub x p)) by vector. rewrite sq_scale.
    replace (r * r) with (/ u * / u * (u * r * (u * r))) by (field; lra). apply Rmult_le_compat_l; [nra|auto].
  - exists (scale u p). split; [now rewrite scale_back|].
    replace (sub x (scale u p)) with (scale u (sub (scale (/ u) x) p)).
    2: { rewrite <- (scale_forth x) at 2. generalize (scale (/ u) x). vector. }
    rewrite sq_scale. nra.
Qed.

(** The normal may have a unit of its own. *)
Lemma halfspace_image d n k w x : 0 < w -> halfspace d (scale w n) (u * w * k) x <-> image u (halfspace d n k) x.
Proof.
  intros Hw. pose proof inv_pos as I. unfold image, halfspace.
  replace (dot n (scale (/ u) x)) with (/ u * dot n x) by vector.
  replace (dot (scale w n) x) with (w * dot n x) by vector.
  assert (E : u * (/ u * dot n x) = dot n x) by (field; lra). set (y := / u * dot n x) in *. rewrite <- E.
  split; intros (Hx & L); (split; [now apply inside_scale || (rewrite <- (scale_forth x); now apply inside_scale)|]).
  - apply (Rmult_le_reg_l (u * w)); nra.
  - replace (w * (u * y)) with (u * w * y) by ring. apply Rmult_le_compat_l; [nra|auto].
Qed.

Lemma overlapping_image d A B : overlapping d A B <-> overlapping d (image u A) (image u B).
Proof.
  pose proof inv_pos as I. split; intros (e & He & H).
  - exists (u * u * e). split; [repeat apply Rmult_lt_0_compat; auto|]. intros x Hx Sx. destruct (H (scale (/ u) x)) as (a & b & Ha & Hb & E).
    + now apply inside_scale.
    + replace (sub (scale (/ u) x) zero) with (scale (/ u) (sub x zero)) by vector. rewrite sq_scale.
      replace e with (/ u * / u * (u * u * e)) by (field; lra). apply Rmult_le_compat_l; [nra|auto].
    + exists (scale u a), (scale u b). unfold image. rewrite !scale_back. repeat split; auto.
      replace (sub (scale u a) (scale u b)) with (scale u (sub a b)) by vector. now rewrite <- E, scale_forth.
  - exists (/ u * / u * e). split; [repeat apply Rmult_lt_0_compat; auto|]. intros x Hx Sx. destruct (H (scale u x)) as (a & b & Ha & Hb & E).
    + now apply inside_scale.
    + replace (sub (scale u x) zero) with (scale u (sub x zero)) by vector. rewrite sq_scale.
      replace e with (u * u * (/ u * / u * e)) by (field; lra). apply Rmult_le_compat_l; [nra|auto].
    + exists (scale (/ u) a), (scale (/ u) b). repeat split; auto.
      replace (sub (scale (/ u) a) (scale (/ u) b)) with (scale (/ u) (sub a b)) by vector. now rewrite <- E, scale_back.
Qed.

Lemma lie_image d k A B : lie d k A B -> lie d k (image u A) (image u B).
Proof.
  destruct k; simpl.
  - intros H x. apply (H (scale (/ u) x)).
  - intros ((x & Ha & Hb) & H). split.
    + exists (scale u x). unfold image. now rewrite scale_back.
    + now rewrite <- overlapping_image.
  - apply overlapping_image.
Qed.

Lemma distance_image A B s : distance_squared A B s -> distance_squared (image u A) (image u B) (u * u * s).
Proof.
  intros ((a & b & Ha & Hb & E) & H). split.
  - exists (scale u a), (scale u b). unfold image. rewrite !scale_back. repeat split; auto.
    replace (sub (scale u a) (scale u b)) with (scale u (sub a b)) by vector. now rewrite sq_scale, E.
  - intros a' b' Ha' Hb'. pose proof (H _ _ Ha' Hb') as L.
    replace (sub (scale (/ u) a') (scale (/ u) b')) with (scale (/ u) (sub a' b')) in L by vector. rewrite sq_scale in L.
    replace (sq (sub a' b')) with (u * u * (/ u * / u * sq (sub a' b'))) by (field; lra). apply Rmult_le_compat_l; [nra|auto].
Qed.

Lemma overlapping_same d (A B A' B' : set) : (forall x, A' x <-> A x) -> (forall x, B' x <-> B x) -> overlapping d A B -> overlapping d A' B'.
Proof. apply (lie_same d Overlapping). Qed.

Lemma moved_image A t x : moved (image u A) t x <-> image u (moved A (scale (/ u) t)) x.
Proof. unfold moved, image. replace (sub (scale (/ u) x) (scale (/ u) t)) with (scale (/ u) (sub x t)) by vector. reflexivity. Qed.

Lemma depth_image d A B s : depth_squared d A B s -> depth_squared d (image u A) (image u B) (u * u * s).
Proof.
  intros ((t & Ht & E & N) & H). split.
  - exists (scale u t). split; [now apply inside_scale|]. split; [now rewrite sq_scale, E|].
    intros O. apply N. apply (proj2 (overlapping_image d _ B)). apply (overlapping_same d (moved (image u A) (scale u t)) (image u B)); auto; intros x; [|reflexivity].
    rewrite moved_image, scale_back. reflexivity.
  - intros t' Ht' N'.
    assert (L : s <= sq (scale (/ u) t')).
    { apply H; [now apply inside_scale|]. intros O. apply N'.
      apply (overlapping_same d (image u (moved A (scale (/ u) t'))) (image u B)); [intros x; apply moved_image|intros x; reflexivity|].
      now apply (proj1 (overlapping_image d _ B)). }
    rewrite sq_scale in L. replace (sq t') with (u * u * (/ u * / u * sq t')) by (field; lra). apply Rmult_le_compat_l; [nra|auto].
Qed.

End Scaling.

(** ** Sets with the same points *)

Lemma depth_same d (A B A' B' : set) s : (forall x, A' x <-> A x) -> (forall x, B' x <-> B x) -> depth_squared d A B s -> depth_squared d A' B' s.
Proof.
  intros HA HB ((t & Ht & E & N) & H). split.
  - exists t. repeat split; auto. intros O. apply N. apply (overlapping_same d (moved A' t) B'); auto; intros x; [unfold moved; now rewrite HA|now rewrite HB].
  - intros t' Ht' N'. apply H; auto. intros O. apply N'. apply (overlapping_same d (moved A t') B); auto. intros x. unfold moved. apply HA.
Qed.

Lemma distance_same (A B A' B' : set) s : (forall x, A' x <-> A x) -> (forall x, B' x <-> B x) -> distance_squared A B s -> distance_squared A' B' s.
Proof.
  intros HA HB ((a & b & Ha & Hb & E) & H). split; [exists a, b; repeat split; auto; [now apply HA|now apply HB]|].
  intros a' b' Ha' Hb'. apply H; [now apply HA|now apply HB].
Qed.

Lemma rounded_same d (S S' : set) r x : (forall x, S' x <-> S x) -> rounded d S' r x <-> rounded d S r x.
Proof. intros H. split; intros (Hx & p & Hp & L); (split; [auto|]); exists p; (split; [now apply H|auto]). Qed.

(** ** The whole line *)

Lemma holds_image u d (A B A' B' : set) ra rb class core a b s depth : 0 < u ->
  (forall x, A' x <-> image u A x) -> (forall x, B' x <-> image u B x) ->
  holds d A B ra rb class core a b s depth ->
  holds d A' B' (u * ra) (u * rb) class core (scale u a) (scale u b) (u * u * s) (option_map (fun t => u * u * t) depth).
Proof.
  intros U HA HB (Ha & Hb & E & Dist & Core & Class & Depth). unfold holds. split; [|split; [|split; [|split; [|split; [|split]]]]].
  - apply HA. unfold image. now rewrite scale_back.
  - apply HB. unfold image. now rewrite scale_back.
  - rewrite <- E. vector.
  - apply (distance_same (image u A) (image u B)); auto. now apply distance_image.
  - apply (lie_same d core (image u A) (image u B)); auto. now apply lie_image.
  - apply (lie_same d class (image u (rounded d A ra)) (image u (rounded d B rb))).
    + intros x. rewrite <- (rounded_image u U). now apply rounded_same.
    + intros x. rewrite <- (rounded_image u U). now apply rounded_same.
    + now apply lie_image.
  - destruct depth as [t|]; simpl; auto. destruct Depth as (Eo & Depth). split; auto. apply (depth_same d (image u A) (image u B)); auto. now apply depth_image.
Qed.
