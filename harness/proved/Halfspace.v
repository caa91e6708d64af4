(** * A hull and a half-space: the claims that the checker accepts are true of them

    At the point a of the hull with the least n·a, h = n·a − k is |n| times the height of the hull above the plane n·x = k; below it, h < 0. *)

From Coq Require Import Lra Lia Psatz Bool ZArith.
Require Import Words Convex Covering Claims Checker Sound.
Open Scope R_scope.

Section Halfspace.
Variables (d : dimension) (A : set) (a n : vec) (k : R).
Let h := dot n a - k.
Let B := halfspace d n k.
Hypothesis Ha : A a.
Hypothesis A_inside : forall p, A p -> inside d p.
Hypothesis n_inside : inside d n.
Hypothesis n_nonzero : n <> zero.
Hypothesis lowest : forall p, A p -> dot n a <= dot n p.

Lemma nn_pos : 0 < sq n.
Proof. destruct (sq_nonneg n) as [|E]; auto. exfalso. apply n_nonzero, sq_zero. auto. Qed.

(** The point of the half-space nearest to a, if a is not below the plane. *)
Let gap := Rmax h 0.
Let b := sub a (scale (gap / sq n) n).

Lemma foot_in : B b.
Proof.
  pose proof nn_pos as P. split.
  - apply inside_sub; [auto|now apply inside_scale].
  - replace (dot n b) with (dot n a - gap / sq n * sq n) by (unfold b; vector).
    replace (gap / sq n * sq n) with gap by (field; lra). unfold gap. pose proof (Rmax_l h 0). unfold h in *. lra.
Qed.

Lemma foot_squared : sq (sub a b) = gap * gap / sq n.
Proof.
  pose proof nn_pos as P. replace (sub a b) with (scale (gap / sq n) n) by (unfold b; vector).
  replace (sq (scale (gap / sq n) n)) with (gap / sq n * (gap / sq n) * sq n) by vector. field. lra.
Qed.

Lemma foot_nearest p q : A p -> B q -> sq (sub a b) <= dot (sub a b) (sub p q).
Proof.
  pose proof nn_pos as P. intros Hp (_ & Hq). pose proof (lowest p Hp) as L. rewrite foot_squared.
  replace (dot (sub a b) (sub p q)) with (gap / sq n * (dot n p - dot n q)) by (unfold b; vector).
  assert (G : 0 <= gap / sq n). { apply Rmult_le_pos; [apply Rmax_r|left; now apply Rinv_0_lt_compat]. }
  replace (gap * gap / sq n) with (gap / sq n * gap) by (field; lra).
  destruct (Rle_lt_dec h 0).
  - assert (E : gap = 0) by (unfold gap; now apply Rmax_right). rewrite E. unfold Rdiv. lra.
  - assert (E : gap = h) by (unfold gap; apply Rmax_left; lra). apply Rmult_le_compat_l; auto. rewrite E. unfold h. lra.
Qed.

Theorem halfspace_distance : distance_squared A B (gap * gap / sq n).
Proof. rewrite <- foot_squared. apply nearest_pair; auto using foot_in, foot_nearest. Qed.

Theorem above : 0 < h -> separated A B.
Proof. intros Hh x (Hx & (_ & Hk)). pose proof (lowest x Hx). unfold h in *. lra. Qed.

Theorem on : h = 0 -> touching d A B.
Proof.
  intros Hh. apply (touching_at_plane A B d a n); auto.
  - split; auto. unfold h in *. lra.
  - intros p q Hp (_ & Hq). pose proof (lowest p Hp). unfold h in *. lra.
Qed.

(** If a is not above the plane, M holds the ball whose squared radius is h²/|n|². *)
Lemma ball_below : h <= 0 -> forall x, inside d x -> sq x <= h * h / sq n -> difference A B x.
Proof.
  pose proof nn_pos as P. intros Hh x Hx Sx. exists a, (sub a x). repeat split; auto.
  - now apply inside_sub; auto.
  - replace (dot n (sub a x)) with (dot n a - dot n x) by vector.
    assert (C : - - h <= dot n x <= - h).
    { apply square_le; [lra|]. pose proof (cauchy n x) as C. apply (Rle_trans _ _ _ C).
      replace (- h * - h) with (sq n * (h * h / sq n)) by (field; lra). apply Rmult_le_compat_l; lra. }
    unfold h in *. lra.
  - vector.
Qed.

Theorem below : h < 0 -> overlapping d A B.
Proof.
  intros Hh. pose proof nn_pos as P. exists (h * h / sq n). split.
  - apply Rmult_lt_0_compat; [nra|now apply Rinv_0_lt_compat].
  - intros x Hx Sx. replace (sub x zero) with x in Sx by vector. apply ball_below; auto. lra.
Qed.

Theorem halfspace_depth : h < 0 -> depth_squared d A B (h * h / sq n).
Proof.
  intros Hh. pose proof nn_pos as P. apply (depth_by_ball_and_plane A B d _ (scale (-1) n) (- h)).
  - apply ball_below. lra.
  - now apply inside_scale.
  - intros E. apply n_nonzero. apply (scale_inv (-1)); [lra|auto].
  - lra.
  - replace (sq (scale (-1) n)) with (sq n) by vector. field. lra.
  - intros p q Hp (_ & Hq). pose proof (lowest p Hp). replace (dot (scale (-1) n) (sub p q)) with (dot n q - dot n p) by vector. unfold h. lra.
Qed.

End Halfspace.

Theorem supported_sound (l : supported) : check_supported l = true ->
  holds (dim l) (hull (map inj (s_points l))) (halfspace (dim l) (inj (s_normal l)) (IZR (s_offset l))) (IZR (radius_a l)) (IZR (radius_b l))
    (class l) (core_class l) (witness l (on_a l)) (witness l (on_b l)) (IZR (distance_num l) / IZR (distance_den l))
    (option_map (fun s => IZR (fst s) / IZR (snd s)) (s_depth l)).
Proof.
  unfold check_supported. destruct (nth_error (s_points l) (s_support l)) as [za|] eqn:Ea; try discriminate. cbv zeta.
  rewrite !andb_true_iff, negb_true_iff, !Z.ltb_lt, Z.eqb_eq, !same_eq, !forallb_forall.
  intros (((((((((((Fa & Fn) & Nz) & Dd) & Od) & Low) & Ona) & Onb) & Edist) & Hcore) & Hdepth) & Hclass).
  apply nth_error_In in Ea.
  set (d := dim l) in *. set (A := hull (map inj (s_points l))). set (n := inj (s_normal l)). set (k := IZR (s_offset l)).
  set (a := inj za). set (zh := (zdot (s_normal l) za - s_offset l)%Z) in *. set (h := dot n a - k).
  assert (Eh : IZR zh = h) by (unfold zh, h, n, a, k; now rewrite minus_IZR, inj_dot).
  assert (Enn : IZR (zdot (s_normal l) (s_normal l)) = sq n) by (unfold n, sq; now rewrite inj_dot).
  assert (Egap : IZR (Z.max zh 0) = Rmax h 0).
  { rewrite <- Eh. destruct (Z.max_spec zh 0) as [(L & ->)|(L & ->)].
    - symmetry. apply Rmax_right. apply IZR_le. lia.
    - symmetry. apply Rmax_left. now apply IZR_le. }
  assert (Dd' : 0 < IZR (distance_den l)) by now apply IZR_lt.
  assert (Od' : 0 < IZR (on_den l)) by now apply IZR_lt.
  assert (Ha : A a) by (apply hull_vertex; now apply in_map).
  assert (Ia : forall p, A p -> inside d p).
  { apply hull_least; [apply inside_convex|]. intros p. rewrite in_map_iff. intros (q & <- & Hq). apply inj_flat. now apply Fa. }
  assert (In' : inside d n) by now apply inj_flat.
  assert (Nn : n <> zero).
  { intros E. unfold n in E. apply inj_zero in E. rewrite <- same_eq, Nz in E. discriminate. }
  assert (Lowest : forall p, A p -> dot n a <= dot n p).
  { apply hull_least; [apply above_convex|]. intros p. rewrite in_map_iff. intros (q & <- & Hq). unfold n, a. rewrite <- !inj_dot.
    apply IZR_le. apply Z.leb_le. now apply Low. }
  pose proof (nn_pos n Nn) as P.
  set (b := sub a (scale (Rmax h 0 / sq n) n)).
  assert (Wa : witness l (on_a l) = a).
  { unfold witness. rewrite Ona, inj_scale. fold a. generalize a. intros. apply vec_eq; simpl; field; lra. }
  assert (Wb : witness l (on_b l) = b).
  { apply (f_equal inj) in Onb. rewrite !inj_scale, inj_sub, !inj_scale, Enn, Egap in Onb. fold a n in Onb. unfold witness, b.
    assert (Ex := f_equal vx Onb). assert (Ey := f_equal vy Onb). assert (Ez := f_equal vz Onb). simpl in Ex, Ey, Ez.
    assert (Q : sq n * IZR (on_den l) <> 0) by nra.
    clear - Ex Ey Ez Od' P Q. generalize dependent (sq n). intros m.
    intros; apply vec_eq; simpl; apply (Rmult_eq_reg_l (m * IZR (on_den l))); auto.
    - transitivity (m * vx (inj (on_b l))); [field; lra|]. rewrite Ex. field. lra.
    - transitivity (m * vy (inj (on_b l))); [field; lra|]. rewrite Ey. field. lra.
    - transitivity (m * vz (inj (on_b l))); [field; lra|]. rewrite Ez. field. lra. }
  assert (Es : IZR (distance_num l) / IZR (distance_den l) = Rmax h 0 * Rmax h 0 / sq n).
  { apply (f_equal IZR) in Edist. rewrite !mult_IZR, Enn, Egap in Edist.
    apply (Rmult_eq_reg_r (IZR (distance_den l) * sq n)); [|nra].
    transitivity (IZR (distance_num l) * sq n); [field; lra|]. rewrite Edist. field. lra. }
  assert (Core : lie d (core_class l) A (halfspace d n k)).
  { destruct (Z.compare_spec zh 0) as [C|C|C]; destruct (core_class l); try discriminate Hcore; simpl.
    - apply (on d A a n k); auto. fold h. rewrite <- Eh. now rewrite C.
    - apply (below d A a n k); auto. fold h. rewrite <- Eh. now apply IZR_lt.
    - apply (above d A a n k); auto. fold h. rewrite <- Eh. now apply IZR_lt. }
  assert (Hb : halfspace d n k b) by (apply (foot_in d A a n k); auto).
  assert (Nearest : forall p q, A p -> halfspace d n k q -> sq (sub a b) <= dot (sub a b) (sub p q)).
  { intros p q. apply (foot_nearest d A a n k); auto. }
  assert (Edd : sq (sub a b) = IZR (distance_num l) / IZR (distance_den l)).
  { rewrite Es. apply (foot_squared a n k); auto. }
  unfold holds. rewrite Wa, Wb. split; [|split; [|split; [|split; [|split; [|split]]]]]; auto.
  - rewrite Es. apply (halfspace_distance d A a n k); auto.
  - apply (class_sound d A (halfspace d n k) a b _ (core_class l) _ _ (distance_num l) (distance_den l)); auto. now intros q (Hq & _).
  - destruct (s_depth l) as [(num, den)|]; cbn [option_map fst snd].
    + rewrite !andb_true_iff, !Z.ltb_lt, Z.eqb_eq in Hdepth. destruct Hdepth as ((Hh & Hden) & E).
      split.
      { destruct (Z.compare_spec zh 0); destruct (core_class l); try discriminate Hcore; auto; lia. }
      apply (f_equal IZR) in E. rewrite !mult_IZR, Enn, Eh in E. apply IZR_lt in Hh, Hden. rewrite Eh in Hh.
      replace (IZR num / IZR den) with (h * h / sq n).
      * apply (halfspace_depth d A a n k); auto.
      * apply (Rmult_eq_reg_r (IZR den * sq n)); [|nra]. transitivity (IZR den * (h * h)); [field; lra|]. rewrite <- E. field. lra.
    + rewrite Z.leb_le in Hdepth. intros Eo. rewrite Eo in Hcore.
      destruct (Z.compare_spec zh 0); simpl in Hcore; try discriminate. lia.
Qed.

Lemma supported_positive (l : supported) : check_supported l = true ->
  (0 < distance_den l)%Z /\ (0 < on_den l)%Z /\ (forall s, s_depth l = Some s -> (0 < snd s)%Z).
Proof.
  unfold check_supported. destruct (nth_error _ _); try discriminate. cbv zeta. rewrite !andb_true_iff, !Z.ltb_lt.
  intros H. repeat split; try tauto. intros (num, den) Es. rewrite Es, !andb_true_iff, !Z.ltb_lt in H. simpl. tauto.
Qed.
