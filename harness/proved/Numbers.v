(** * Fractions of a claim and integers of the lattice *)

From Coq Require Import Lra Lia Psatz Bool ZArith.
Require Import Words Convex Claims Checker Sound.
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
