(** * The theorem

    The numbers of a line of proofs are fractions; its evidence is on a lattice. [certify] also checks that both have the same values. *)

From Coq Require Import Lra Psatz Bool ZArith.
Require Import Words Convex Claims Checker Sound Scaling Numbers Halfspace Cast.
Open Scope R_scope.

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
  unfold certify. destruct e as [l m|weight l step].
  - destruct (c_a c) as [A|] eqn:EA; [|rewrite andb_false_r; discriminate].
    destruct (c_b c) as [B|] eqn:EB; [|rewrite andb_false_r; discriminate].
    rewrite !andb_true_iff, !Z.ltb_lt. intros ((Un & Ud) & ((((Pa & Pb) & Says) & Hl) & Hm)).
    destruct (check_positive l Hl) as (Dd & Od & Sd). unfold true_of. rewrite EA, EB. cbn [set_of].
    rewrite (are_points_places unit Ud _ _ Pa), (are_points_places unit Ud _ _ Pb).
    pose proof (u_pos unit Un Ud) as U. split.
    + apply (says_true c unit l _ (hull (map inj (points_a l))) (hull (map inj (points_b l))) _ _ Un Ud Dd Od) with (2 := Says).
      * intros (num, den) E. destruct (depth l) as [s|]; try discriminate. injection E as <- <-. simpl. now apply Sd.
      * intros x. now apply hull_image.
      * intros x. now apply hull_image.
      * pose proof (check_sound l Hl) as S. destruct (depth l); exact S.
    + unfold says in Says. rewrite !andb_true_iff in Says. destruct Says as ((((((((Dim & _) & _) & Ra) & Rb) & _) & _) & _) & _).
      assert (Ed : c_dim c = dim l) by (destruct (c_dim c), (dim l); simpl in Dim; congruence).
      rewrite Ed, (is_times_value unit Ud _ _ _ Ra ltac:(lia)), (is_times_value unit Ud _ _ _ Rb ltac:(lia)).
      replace (IZR (radius_a l) / IZR 1) with (IZR (radius_a l)) by (simpl; field).
      replace (IZR (radius_b l) / IZR 1) with (IZR (radius_b l)) by (simpl; field).
      exact (cast_sound unit Un Ud l Hl _ m Hm).
  - destruct (c_a c) as [A|] eqn:EA; [|rewrite andb_false_r; discriminate].
    destruct (c_b c) as [|n k] eqn:EB; [rewrite andb_false_r; discriminate|].
    rewrite !andb_true_iff, !Z.ltb_lt. intros ((Un & Ud) & (((((((Wn & Wd) & Pa) & Pn) & Pk) & Says) & Hl) & Hm)).
    destruct (supported_positive l Hl) as (Dd & Od & Sd). unfold true_of. rewrite EA, EB. cbn [set_of].
    rewrite (are_points_places unit Ud _ _ Pa), (is_times_place weight Wd _ _ Pn).
    rewrite (is_times_value (fst unit * fst weight, snd unit * snd weight)%Z ltac:(simpl; lia) _ _ _ Pk ltac:(lia)), value_product by auto.
    replace (IZR (s_offset l) / IZR 1) with (IZR (s_offset l)) by (simpl; field).
    pose proof (u_pos unit Un Ud) as U. pose proof (u_pos weight Wn Wd) as W.
    assert (Ed : c_dim c = dim l).
    { unfold says in Says. rewrite !andb_true_iff in Says. destruct (c_dim c), (dim l); simpl in Says; intuition congruence. }
    replace (halfspace (c_dim c)) with (halfspace (dim l)) by now rewrite Ed.
    split.
    2: { unfold says in Says. rewrite !andb_true_iff in Says. destruct Says as ((((((((_ & _) & _) & Ra) & Rb) & _) & _) & _) & _).
      rewrite Ed, (is_times_value unit Ud _ _ _ Ra ltac:(lia)), (is_times_value unit Ud _ _ _ Rb ltac:(lia)).
      replace (IZR (radius_a l) / IZR 1) with (IZR (radius_a l)) by (simpl; field).
      replace (IZR (radius_b l) / IZR 1) with (IZR (radius_b l)) by (simpl; field).
      exact (descent_sound unit weight Un Ud Wn Wd l Hl _ step Hm). }
    apply (says_true c unit l (s_depth l) (hull (map inj (s_points l))) (halfspace (dim l) (inj (s_normal l)) (IZR (s_offset l))) _ _ Un Ud Dd Od Sd Says).
    + intros x. now apply hull_image.
    + intros x. now apply halfspace_image.
    + now apply supported_sound.
Qed.
