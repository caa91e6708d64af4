(** * The theorem

    The numbers of a line of proofs are fractions; its evidence is on a lattice. [certify] also checks that both have the same values. *)

From Coq Require Import Lra Psatz Bool ZArith.
Require Import Words Convex Claims Checker Sound Scaling Halfspace.
Open Scope R_scope.

Section Numbers.
Variable unit : fraction.
Hypothesis unit_num : (0 < fst unit)%Z.
Hypothesis unit_den : (0 < snd unit)%Z.
Let u := value unit.

Lemma u_pos : 0 < u.
Proof. unfold u, value. apply Rmult_lt_0_compat; [now apply IZR_lt|apply Rinv_0_lt_compat; now apply IZR_lt]. Qed.

Lemma is_times_value f z w : is_times unit f z w = true -> (0 < w)%Z -> value f = u * (IZR z / IZR w).
Proof.
  unfold is_times, value, u. rewrite andb_true_iff, Z.ltb_lt, Z.eqb_eq. intros (Hf & E) Hw. apply (f_equal IZR) in E. rewrite !mult_IZR in E.
  apply IZR_lt in Hf, Hw. pose proof (IZR_lt _ _ unit_den) as Hd. unfold value.
  apply (Rmult_eq_reg_r (IZR (snd f) * IZR (snd unit) * IZR w)).
  2: { apply Rgt_not_eq. repeat apply Rmult_lt_0_compat; auto. }
  transitivity (IZR (fst f) * IZR (snd unit) * IZR w); [field; lra|]. rewrite E. field. lra.
Qed.

Lemma is_times_place p q : is_point unit p q 1 = true -> place p = scale u (inj q).
Proof.
  destruct p as ((x, y), z), q as ((x', y'), z'). simpl. rewrite !andb_true_iff. intros ((E1 & E2) & E3).
  apply is_times_value in E1, E2, E3; try lia. apply vec_eq; simpl; rewrite ?E1, ?E2, ?E3; unfold Rdiv; rewrite Rinv_1; ring.
Qed.

Lemma is_times_witness p q w : is_point unit p q w = true -> (0 < w)%Z -> place p = scale u (scale (/ IZR w) (inj q)).
Proof.
  destruct p as ((x, y), z), q as ((x', y'), z'). simpl. rewrite !andb_true_iff. intros ((E1 & E2) & E3) Hw.
  apply is_times_value in E1, E2, E3; auto. apply vec_eq; simpl; rewrite ?E1, ?E2, ?E3; unfold Rdiv; ring.
Qed.

Lemma are_points_places P : forall Q, are_points unit P Q = true -> map place P = map (scale u) (map inj Q).
Proof.
  induction P as [|p P IH]; intros [|q Q]; simpl; try discriminate; auto. rewrite andb_true_iff. intros (E & E').
  now rewrite (is_times_place _ _ E), (IH _ E').
Qed.

Lemma is_square_value f n w : is_square unit f n w = true -> (0 < w)%Z -> value f = u * u * (IZR n / IZR w).
Proof.
  unfold is_square, value, u. rewrite andb_true_iff, Z.ltb_lt, Z.eqb_eq. intros (Hf & E) Hw. apply (f_equal IZR) in E. rewrite !mult_IZR in E.
  apply IZR_lt in Hf, Hw. pose proof (IZR_lt _ _ unit_den) as Hd. unfold value.
  assert (0 < IZR (snd unit) * IZR (snd unit)) by nra.
  apply (Rmult_eq_reg_r (IZR (snd f) * (IZR (snd unit) * IZR (snd unit)) * IZR w)).
  2: { apply Rgt_not_eq. repeat apply Rmult_lt_0_compat; auto. }
  transitivity (IZR (fst f) * (IZR (snd unit) * IZR (snd unit)) * IZR w); [field; lra|]. rewrite E. field. lra.
Qed.

End Numbers.

(** A unit that is the product of two units. *)
Lemma value_product (u w : fraction) : (0 < snd u)%Z -> (0 < snd w)%Z ->
  value (fst u * fst w, snd u * snd w)%Z = value u * value w.
Proof. intros Hu Hw. apply IZR_lt in Hu, Hw. unfold value; simpl. rewrite !mult_IZR. field. lra. Qed.

(** Claims that are true on the lattice are true of the line's own numbers. *)
Lemma says_true c unit (l : common) depth (A B A' B' : set) : (0 < fst unit)%Z -> (0 < snd unit)%Z ->
  (0 < distance_den l)%Z -> (0 < on_den l)%Z -> (forall s, depth = Some s -> (0 < snd s)%Z) ->
  says c unit l depth = true ->
  (forall x, A' x <-> image (value unit) A x) -> (forall x, B' x <-> image (value unit) B x) ->
  holds (dim l) A B (IZR (radius_a l)) (IZR (radius_b l)) (class l) (core_class l) (witness l (on_a l)) (witness l (on_b l))
    (IZR (distance_num l) / IZR (distance_den l)) (option_map (fun s => IZR (fst s) / IZR (snd s)) depth) ->
  holds (c_dim c) A' B' (value (c_radius_a c)) (value (c_radius_b c)) (c_class c) (c_core c) (place (c_on_a c)) (place (c_on_b c))
    (value (c_distance c)) (option_map value (c_depth c)).
Proof.
  intros Un Ud Dd Od Sd. unfold says. rewrite !andb_true_iff. intros ((((((((Dim & Core) & Class) & Ra) & Rb) & Dist) & Oa) & Ob) & Dep) HA HB H.
  assert (Ed : c_dim c = dim l) by (destruct (c_dim c), (dim l); simpl in Dim; congruence).
  assert (Ec : c_core c = core_class l) by (destruct (c_core c), (core_class l); simpl in Core; congruence).
  assert (Ek : c_class c = class l) by (destruct (c_class c), (class l); simpl in Class; congruence).
  pose proof (u_pos unit Un Ud) as U. set (u := value unit) in *.
  rewrite Ed, Ec, Ek.
  rewrite (is_times_witness unit Ud _ _ _ Oa Od), (is_times_witness unit Ud _ _ _ Ob Od). fold u.
  rewrite (is_square_value unit Ud _ _ _ Dist Dd). fold u.
  rewrite (is_times_value unit Ud _ _ _ Ra ltac:(lia)), (is_times_value unit Ud _ _ _ Rb ltac:(lia)). fold u.
  replace (IZR (radius_a l) / IZR 1) with (IZR (radius_a l)) by (simpl; field).
  replace (IZR (radius_b l) / IZR 1) with (IZR (radius_b l)) by (simpl; field).
  replace (option_map value (c_depth c)) with (option_map (fun t => u * u * t) (option_map (fun s => IZR (fst s) / IZR (snd s)) depth)).
  - now apply (holds_image u _ A B).
  - unfold is_depth in Dep. destruct (c_depth c) as [f|], depth as [(num, den)|]; try discriminate; auto. simpl.
    f_equal. symmetry. apply (is_square_value unit Ud); auto. now apply (Sd (num, den)).
Qed.

Theorem certify_sound (c : claim) (unit : fraction) (e : evidence) : certify c unit e = true -> true_of c.
Proof.
  unfold certify. destruct e as [l|weight l].
  - destruct (c_a c) as [A|] eqn:EA; [|rewrite andb_false_r; discriminate].
    destruct (c_b c) as [B|] eqn:EB; [|rewrite andb_false_r; discriminate].
    rewrite !andb_true_iff, !Z.ltb_lt. intros ((Un & Ud) & (((Pa & Pb) & Says) & Hl)).
    destruct (check_positive l Hl) as (Dd & Od & Sd). unfold true_of. rewrite EA, EB. cbn [set_of].
    rewrite (are_points_places unit Ud _ _ Pa), (are_points_places unit Ud _ _ Pb).
    pose proof (u_pos unit Un Ud) as U.
    apply (says_true c unit l _ (hull (map inj (points_a l))) (hull (map inj (points_b l))) _ _ Un Ud Dd Od) with (2 := Says).
    + intros (num, den) E. destruct (depth l) as [s|]; try discriminate. injection E as <- <-. simpl. now apply Sd.
    + intros x. now apply hull_image.
    + intros x. now apply hull_image.
    + pose proof (check_sound l Hl) as S. destruct (depth l); exact S.
  - destruct (c_a c) as [A|] eqn:EA; [|rewrite andb_false_r; discriminate].
    destruct (c_b c) as [|n k] eqn:EB; [rewrite andb_false_r; discriminate|].
    rewrite !andb_true_iff, !Z.ltb_lt. intros ((Un & Ud) & ((((((Wn & Wd) & Pa) & Pn) & Pk) & Says) & Hl)).
    destruct (supported_positive l Hl) as (Dd & Od & Sd). unfold true_of. rewrite EA, EB. cbn [set_of].
    rewrite (are_points_places unit Ud _ _ Pa), (is_times_place weight Wd _ _ Pn).
    rewrite (is_times_value (fst unit * fst weight, snd unit * snd weight)%Z ltac:(simpl; lia) _ _ _ Pk ltac:(lia)), value_product by auto.
    replace (IZR (s_offset l) / IZR 1) with (IZR (s_offset l)) by (simpl; field).
    pose proof (u_pos unit Un Ud) as U. pose proof (u_pos weight Wn Wd) as W.
    assert (Ed : c_dim c = dim l).
    { unfold says in Says. rewrite !andb_true_iff in Says. destruct (c_dim c), (dim l); simpl in Says; intuition congruence. }
    replace (halfspace (c_dim c)) with (halfspace (dim l)) by now rewrite Ed.
    apply (says_true c unit l (s_depth l) (hull (map inj (s_points l))) (halfspace (dim l) (inj (s_normal l)) (IZR (s_offset l))) _ _ Un Ud Dd Od Sd Says).
    + intros x. now apply hull_image.
    + intros x. now apply halfspace_image.
    + now apply supported_sound.
Qed.
