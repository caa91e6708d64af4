(** * A cast: the claims about the motion that the checker accepts are true *)

From Coq Require Import Lra Lia Psatz Bool ZArith.
Require Import Words Convex Covering Claims Checker Sound Scaling Numbers.
Open Scope R_scope.

(** A product that is linear in time, and exceeds √k at time 0, and is at least √k at time 1, exceeds √k between them. *)
Lemma linear x y k s : 0 <= k -> 0 < x -> k < x * x -> 0 <= y -> k <= y * y -> 0 <= s < 1 ->
  0 < (1 - s) * x + s * y /\ k < ((1 - s) * x + s * y) * ((1 - s) * x + s * y).
Proof.
  intros K X Kx Y Ky S. assert (Kxy : k <= x * y).
  { destruct (Rle_lt_dec k (x * y)) as [|L]; auto. exfalso.
    assert (k * k <= x * x * (y * y)) by (apply Rmult_le_compat; lra). assert (0 <= x * y) by nra. nra. }
  split; [nra|].
  replace (((1 - s) * x + s * y) * ((1 - s) * x + s * y)) with ((1 - s) * (1 - s) * (x * x) + 2 * (s * (1 - s)) * (x * y) + s * s * (y * y)) by ring.
  replace k with ((1 - s) * (1 - s) * k + 2 * (s * (1 - s)) * k + s * s * k) by ring.
  assert (0 < (1 - s) * (1 - s)) by nra. assert (0 <= s * (1 - s)) by nra. assert (0 <= s * s) by nra.
  assert ((1 - s) * (1 - s) * k < (1 - s) * (1 - s) * (x * x)) by (apply Rmult_lt_compat_l; auto).
  assert (2 * (s * (1 - s)) * k <= 2 * (s * (1 - s)) * (x * y)) by (apply Rmult_le_compat_l; lra).
  assert (s * s * k <= s * s * (y * y)) by (apply Rmult_le_compat_l; auto). lra.
Qed.

Section Motion.
Variables (d : dimension) (A B : set) (ra rb : R) (r : vec).
Hypothesis ra_nonneg : 0 <= ra.
Hypothesis rb_nonneg : 0 <= rb.
Let reach := ra + rb.

(** A plane that is between the bodies at a time. *)
Section Plane.
Variables (n : vec) (h : R).
Hypothesis least_product : forall a b, A a -> B b -> h <= dot n (sub a b).

Lemma apart s : 0 < h + s * dot n r -> reach * reach * sq n < (h + s * dot n r) * (h + s * dot n r) -> ~ meet d A B ra rb r s.
Proof.
  intros P Q (x & (_ & p & Hp & Sp) & (_ & q & Hq & Sq)). unfold moved in Hp. pose proof (least_product _ _ Hp Hq) as L.
  replace (dot n (sub (sub p (scale s r)) q)) with (dot n (sub p q) - s * dot n r) in L by vector.
  pose proof (radii_add (sub x q) (sub x p) rb ra rb_nonneg ra_nonneg Sq Sp) as T.
  replace (sub (sub x q) (sub x p)) with (sub p q) in T by vector.
  pose proof (cauchy n (sub p q)) as C. pose proof (sq_nonneg n) as N.
  assert (E : sq n * sq (sub p q) <= sq n * ((rb + ra) * (rb + ra))) by (apply Rmult_le_compat_l; auto).
  unfold reach in Q. set (y := dot n (sub p q)) in *. set (z := h + s * dot n r) in *.
  assert (z * z <= y * y) by (assert (z <= y) by (unfold z; lra); nra). lra.
Qed.

Lemma apart_before t : 0 < h -> reach * reach * sq n < h * h -> 0 < t ->
  0 <= h + t * dot n r -> reach * reach * sq n <= (h + t * dot n r) * (h + t * dot n r) -> forall s, 0 <= s < t -> ~ meet d A B ra rb r s.
Proof.
  intros H Q T H' Q' s S. assert (K : 0 <= reach * reach * sq n) by (pose proof (sq_nonneg n); assert (0 <= reach * reach) by nra; nra).
  assert (F : 0 <= s / t < 1).
  { assert (E : s / t * t = s) by (field; lra). split; nra. }
  destruct (linear h (h + t * dot n r) _ (s / t) K H Q H' Q' F) as (P & L).
  replace ((1 - s / t) * h + s / t * (h + t * dot n r)) with (h + s * dot n r) in P, L by (field; lra). now apply apart.
Qed.

End Plane.

(** Points no farther from each other than the radii reach have a common point between them. *)
Lemma meet_between s a b : inside d a -> inside d b -> moved A (scale s r) a -> B b -> sq (sub a b) <= reach * reach -> meet d A B ra rb r s.
Proof.
  intros Ia Ib Ha Hb L. destruct (Req_dec reach 0) as [E|E].
  - assert (Z : sub a b = zero) by (apply sq_zero; pose proof (sq_nonneg (sub a b)); rewrite E in L; lra).
    assert (Ra : ra = 0) by (unfold reach in E; lra). assert (Rb : rb = 0) by (unfold reach in E; lra).
    exists a. rewrite Ra, Rb. split; (split; [auto|]).
    + exists a. split; auto. replace (sq (sub a a)) with 0 by vector. lra.
    + exists b. split; auto. rewrite Z. replace (sq zero) with 0 by vector. lra.
  - set (k := ra / reach). assert (Ek : k * reach = ra) by (unfold k; field; auto).
    exists (sub a (scale k (sub a b))). assert (Ix : inside d (sub a (scale k (sub a b)))).
    { apply inside_sub; [auto|apply inside_scale, inside_sub; auto]. }
    split; (split; [exact Ix|]).
    + exists a. split; auto. replace (sq (sub (sub a (scale k (sub a b))) a)) with (k * k * sq (sub a b)) by vector.
      rewrite <- Ek. replace (k * reach * (k * reach)) with (k * k * (reach * reach)) by ring. apply Rmult_le_compat_l; [apply (Rle_0_sqr k)|auto].
    + exists b. split; auto. replace (sq (sub (sub a (scale k (sub a b))) b)) with ((1 - k) * (1 - k) * sq (sub a b)) by vector.
      replace (rb * rb) with ((1 - k) * (1 - k) * (reach * reach)).
      * apply Rmult_le_compat_l; [apply (Rle_0_sqr (1 - k))|auto].
      * replace ((1 - k) * (1 - k) * (reach * reach)) with ((reach - k * reach) * (reach - k * reach)) by ring. rewrite Ek. unfold reach. ring.
Qed.

End Motion.

(** The claim about a motion. *)
Definition moves d (A B : set) (ra rb : R) (claimed : option (fractions * passage)) : Prop :=
  match claimed with
  | None => True
  | Some (r, First low high on_a on_b) => first_meet d A B ra rb (place r) (value low) (value high) (place on_a) (place on_b)
  | Some (r, Never) => never_meet d A B ra rb (place r)
  end.

(** ** On the lattice *)

Lemma hull_weights w P : length w = length P -> (forall a, In a w -> (0 <= a)%Z) -> (0 < fold_right Z.add 0%Z w)%Z ->
  hull (map inj P) (scale (/ IZR (fold_right Z.add 0%Z w)) (inj (zcombination w P))).
Proof.
  intros L N S. apply IZR_lt in S. rewrite inj_combination, inj_sum in *.
  destruct (convex_combination (hull (map inj P)) (hull_convex _) (map IZR w) (map inj P)) as (c & Hc & E).
  - now rewrite !map_length.
  - intros a. rewrite in_map_iff. intros (z & <- & Hz). now apply IZR_le, N.
  - auto.
  - intros p Hp. now apply hull_vertex.
  - rewrite E. replace (scale _ _) with c; auto. apply vec_eq; simpl; field; lra.
Qed.

Lemma beyond_true x w k : beyond x w k = true -> 0 < IZR x /\ IZR w * IZR w * IZR k < IZR x * IZR x.
Proof.
  unfold beyond. rewrite andb_true_iff, !Z.ltb_lt. intros (P & Q). apply IZR_lt in P, Q. rewrite !mult_IZR in Q. auto.
Qed.

Lemma not_below_true x w k : not_below x w k = true -> 0 <= IZR x /\ IZR w * IZR w * IZR k <= IZR x * IZR x.
Proof.
  unfold not_below. rewrite andb_true_iff, !Z.leb_le. intros (P & Q). apply IZR_le in P, Q. rewrite !mult_IZR in Q. auto.
Qed.

(** Products with a normal that are c times integers. *)
Section Times.
Variables (d : dimension) (A B : set) (ra rb : R) (r n : vec) (c : R) (start slope squared : Z).
Hypothesis ra_nonneg : 0 <= ra.
Hypothesis rb_nonneg : 0 <= rb.
Hypothesis c_pos : 0 < c.
Hypothesis least_product : forall a b, A a -> B b -> c * IZR start <= dot n (sub a b).
Hypothesis product_of_motion : dot n r = c * IZR slope.
Hypothesis square_of_reach : (ra + rb) * (ra + rb) * sq n = c * c * IZR squared.
Let h := c * IZR start.

Lemma height_at num den : (0 < den)%Z -> h + IZR num / IZR den * dot n r = c / IZR den * IZR (den * start + num * slope).
Proof. intros D. apply IZR_lt in D. unfold h. rewrite product_of_motion, plus_IZR, !mult_IZR. field. lra. Qed.

Lemma at_start num den after : between start slope squared num den after = true -> 0 < h /\ (ra + rb) * (ra + rb) * sq n < h * h.
Proof.
  unfold between. rewrite andb_true_iff. intros (S & _). apply beyond_true in S. destruct S as (P & Q).
  rewrite square_of_reach. unfold h. split; [now apply Rmult_lt_0_compat|].
  replace (c * IZR start * (c * IZR start)) with (c * c * (IZR start * IZR start)) by ring. apply Rmult_lt_compat_l; [nra|lra].
Qed.

Lemma before_contact num den s : (0 < num)%Z -> (0 < den)%Z -> between start slope squared num den not_below = true ->
  0 <= s < IZR num / IZR den -> ~ meet d A B ra rb r s.
Proof.
  intros Hn Hd H. destruct (at_start _ _ _ H) as (P & Q). unfold between in H. rewrite andb_true_iff in H.
  destruct H as (_ & H). apply not_below_true in H. destruct H as (P' & Q').
  pose proof (height_at num den Hd) as E. set (x := (den * _ + _)%Z) in *. apply IZR_lt in Hn. pose proof (IZR_lt _ _ Hd) as D.
  apply (apart_before d A B ra rb r ra_nonneg rb_nonneg n h); auto.
  - apply Rdiv_lt_0_compat; auto.
  - rewrite E. apply Rmult_le_pos; auto. apply Rlt_le, Rdiv_lt_0_compat; auto.
  - rewrite E, square_of_reach.
    replace (c / IZR den * IZR x * (c / IZR den * IZR x)) with (c * c * (IZR x * IZR x / (IZR den * IZR den))) by (field; lra).
    apply Rmult_le_compat_l; [nra|]. apply (Rmult_le_reg_r (IZR den * IZR den)); [nra|].
    replace (IZR x * IZR x / (IZR den * IZR den) * (IZR den * IZR den)) with (IZR x * IZR x) by (field; lra). lra.
Qed.

Lemma never_sound : between start slope squared 1 1 beyond = true -> never_meet d A B ra rb r.
Proof.
  intros H s S. destruct (at_start _ _ _ H) as (P & Q).
  unfold between in H. rewrite andb_true_iff in H. destruct H as (_ & H). apply beyond_true in H. destruct H as (P' & Q').
  pose proof (height_at 1 1 ltac:(lia)) as E. set (x := (1 * _ + _)%Z) in *.
  replace (IZR 1 / IZR 1) with 1 in E by (simpl; field). replace (c / IZR 1 * IZR x) with (c * IZR x) in E by (simpl; field).
  assert (P1 : 0 < h + 1 * dot n r) by (rewrite E; now apply Rmult_lt_0_compat).
  assert (Q1 : (ra + rb) * (ra + rb) * sq n < (h + 1 * dot n r) * (h + 1 * dot n r)).
  { rewrite E, square_of_reach. replace (c * IZR x * (c * IZR x)) with (c * c * (IZR x * IZR x)) by ring. apply Rmult_lt_compat_l; [nra|lra]. }
  destruct (Req_dec s 1) as [->|N].
  - now apply (apart d A B ra rb r ra_nonneg rb_nonneg n h least_product).
  - apply (apart_before d A B ra rb r ra_nonneg rb_nonneg n h least_product 1); auto; lra.
Qed.

Lemma times_sound low high : times low high (fun num den => between start slope squared num den not_below) = true ->
  (0 < snd high)%Z /\ 0 <= value low <= value high /\ value high <= 1 /\ forall s, 0 <= s < value low -> ~ meet d A B ra rb r s.
Proof.
  destruct low as (num, den), high as (num', den'). unfold times. rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le, orb_true_iff, Z.eqb_eq.
  intros (((((D & D') & N) & O) & O') & Before). unfold value. cbn [fst snd].
  pose proof (IZR_lt _ _ D) as D1. pose proof (IZR_lt _ _ D') as D1'. apply IZR_le in N, O, O'. rewrite !mult_IZR in O.
  repeat split; auto.
  - apply Rmult_le_pos; [auto|]. apply Rlt_le, Rinv_0_lt_compat; auto.
  - apply (Rmult_le_reg_r (IZR den * IZR den')); [now apply Rmult_lt_0_compat|].
    replace (IZR num / IZR den * (IZR den * IZR den')) with (IZR num * IZR den') by (field; lra).
    replace (IZR num' / IZR den' * (IZR den * IZR den')) with (IZR num' * IZR den) by (field; lra). exact O.
  - apply (Rmult_le_reg_r (IZR den')); [auto|]. replace (IZR num' / IZR den' * IZR den') with (IZR num') by (field; lra). lra.
  - intros s S. destruct (Z.eq_dec num 0) as [E|E]; [exfalso; rewrite E in S; unfold Rdiv in S; lra|].
    destruct Before as [E'|H]; [contradiction|]. apply (before_contact num den s); auto. apply le_IZR in N. lia.
Qed.

End Times.

(** What else an accepted line has. *)
Lemma check_bodies (l : line) : check l = true ->
  (forall p, In p (points_a l) -> flat (dim l) p = true) /\ (forall p, In p (points_b l) -> flat (dim l) p = true) /\
  (0 <= radius_a l)%Z /\ (0 <= radius_b l)%Z.
Proof.
  unfold check. destruct (all _) as [cs|]; try discriminate. cbv zeta. unfold check_class. cbv zeta.
  rewrite !andb_true_iff, !Z.leb_le, !forallb_forall. intros H. repeat split; tauto.
Qed.

Section Lattice.
Variable unit : fraction.
Hypothesis unit_num : (0 < fst unit)%Z.
Hypothesis unit_den : (0 < snd unit)%Z.
Let u := value unit.
Let U : 0 < u := u_pos unit unit_num unit_den.
Variable l : line.
Hypothesis accepted : check l = true.

Let A := hull (map (scale u) (map inj (points_a l))).
Let B := hull (map (scale u) (map inj (points_b l))).
Let ra := u * IZR (radius_a l).
Let rb := u * IZR (radius_b l).

Lemma least_in_bodies n a b : A a -> B b -> u * IZR (least n (points_a l) - greatest n (points_b l)) <= dot (inj n) (sub a b).
Proof.
  unfold A, B. rewrite !(hull_image u U). unfold image. intros Ha Hb.
  pose proof (hull_least_product n _ _ Ha) as La. pose proof (hull_greatest_product n _ _ Hb) as Lb. rewrite minus_IZR.
  replace (dot (inj n) (scale (/ u) a)) with (/ u * dot (inj n) a) in La by (generalize (inj n); vector).
  replace (dot (inj n) (scale (/ u) b)) with (/ u * dot (inj n) b) in Lb by (generalize (inj n); vector).
  replace (dot (inj n) (sub a b)) with (u * (/ u * dot (inj n) a - / u * dot (inj n) b)).
  - apply Rmult_le_compat_l; lra.
  - replace (dot (inj n) (sub a b)) with (dot (inj n) a - dot (inj n) b) by (generalize (inj n); vector). field. lra.
Qed.

Lemma radii_nonneg : 0 <= ra /\ 0 <= rb.
Proof.
  destruct (check_bodies l accepted) as (_ & _ & Ra & Rb). apply IZR_le in Ra, Rb. unfold ra, rb. split; apply Rmult_le_pos; lra.
Qed.

Variable m : motion.
Let r := scale u (inj (m_step m)).
Let n := inj (m_normal m).

Lemma product_of_motion : dot n r = u * IZR (zdot (m_normal m) (m_step m)).
Proof. unfold n, r. rewrite inj_dot. generalize (inj (m_normal m)) (inj (m_step m)). vector. Qed.

Lemma square_of_reach : (ra + rb) * (ra + rb) * sq n =
  u * u * IZR ((radius_a l + radius_b l) * (radius_a l + radius_b l) * zdot (m_normal m) (m_normal m)).
Proof. unfold ra, rb, n, sq. rewrite !mult_IZR, !plus_IZR, inj_dot. ring. Qed.

Lemma meets_sound num den a b : (0 < den)%Z -> flat (dim l) (m_step m) = true -> meets unit l m num den a b = true ->
  meet (dim l) A B ra rb r (IZR num / IZR den) /\ moved A (scale (IZR num / IZR den) r) (place a) /\ B (place b) /\
  sq (sub (place a) (place b)) <= (ra + rb) * (ra + rb).
Proof.
  intros D Fs. unfold meets. destruct (all _) as [cs|] eqn:Ec; try discriminate. cbv zeta.
  rewrite !andb_true_iff, Z.ltb_lt, Z.eqb_eq, Nat.eqb_eq, Z.leb_le, forallb_forall. intros ((((((W & Len) & Nn) & Sum) & Ea) & Eb) & L).
  destruct (check_bodies l accepted) as (Fa & Fb & _ & _). destruct radii_nonneg as (Ra & Rb).
  assert (Corner : forall p q, In (p, q) cs -> In p (points_a l) /\ In q (points_b l)) by (intros; eapply corners_in; eauto).
  assert (WD : (0 < m_weights_den m * den)%Z) by nia.
  rewrite (is_times_witness unit unit_den _ _ _ Ea WD), (is_times_witness unit unit_den _ _ _ Eb WD). fold u.
  set (on_a := zadd _ _) in *. set (on_b := zscale den (zcombination (m_weights m) (map snd cs))) in *.
  pose proof (IZR_lt _ _ D) as D'. pose proof (IZR_lt _ _ W) as W'.
  assert (Part : forall P (f : point * point -> point), (forall c, In c cs -> In (f c) P) ->
    hull (map (scale u) (map inj P)) (scale u (scale (/ IZR (m_weights_den m)) (inj (zcombination (m_weights m) (map f cs)))))).
  { intros P f Hf. rewrite (hull_image u U). unfold image. rewrite (scale_back u U). rewrite <- Sum.
    apply (hull_least (hull (map inj P)) (map inj (map f cs))); [apply hull_convex| |].
    - intros p. rewrite in_map_iff. intros (q & <- & Hq). apply hull_vertex, in_map. rewrite in_map_iff in Hq. destruct Hq as (k & <- & Hk). auto.
    - apply hull_weights; [now rewrite map_length|intros z Hz; now apply Z.leb_le, Nn|lia]. }
  assert (Ma : moved A (scale (IZR num / IZR den) r) (scale u (scale (/ IZR (m_weights_den m * den)) (inj on_a)))).
  { unfold moved, A. eapply eq_ind; [apply (Part (points_a l) fst); intros (p, q) Hc; now apply (Corner p q)|].
    unfold on_a, r. rewrite inj_add, !inj_scale, !mult_IZR. generalize (inj (zcombination (m_weights m) (map fst cs))) (inj (m_step m)).
    intros. apply vec_eq; simpl; field; lra. }
  assert (Mb : B (scale u (scale (/ IZR (m_weights_den m * den)) (inj on_b)))).
  { unfold B. eapply eq_ind; [apply (Part (points_b l) snd); intros (p, q) Hc; now apply (Corner p q)|].
    unfold on_b. rewrite inj_scale, mult_IZR. generalize (inj (zcombination (m_weights m) (map snd cs))). intros. apply vec_eq; simpl; field; lra. }
  assert (Near : sq (sub (scale u (scale (/ IZR (m_weights_den m * den)) (inj on_a))) (scale u (scale (/ IZR (m_weights_den m * den)) (inj on_b)))) <= (ra + rb) * (ra + rb)).
  { apply IZR_le in L. rewrite inj_dot, inj_sub, !mult_IZR, plus_IZR in L. apply IZR_lt in WD. rewrite mult_IZR in *.
    set (w := IZR (m_weights_den m) * IZR den) in *.
    replace (sq _) with (u * u * (dot (sub (inj on_a) (inj on_b)) (sub (inj on_a) (inj on_b)) * (/ w * / w)))
      by (generalize (inj on_a) (inj on_b) (/ w); vector).
    unfold ra, rb. replace ((u * IZR (radius_a l) + u * IZR (radius_b l)) * (u * IZR (radius_a l) + u * IZR (radius_b l))) with
      (u * u * (w * (IZR (radius_a l) + IZR (radius_b l)) * (w * (IZR (radius_a l) + IZR (radius_b l))) * (/ w * / w))) by (field; lra).
    assert (0 < / w) by now apply Rinv_0_lt_compat.
    apply Rmult_le_compat_l; [nra|]. apply Rmult_le_compat_r; [nra|]. exact L. }
  assert (Inside : forall P, (forall p, In p P -> flat (dim l) p = true) -> forall x, hull (map (scale u) (map inj P)) x -> inside (dim l) x).
  { intros P F. apply hull_least; [apply inside_convex|]. intros p. rewrite in_map_iff. intros (q & <- & Hq). apply inside_scale.
    rewrite in_map_iff in Hq. destruct Hq as (z & <- & Hz). now apply inj_flat, F. }
  assert (Moved : forall x, moved A (scale (IZR num / IZR den) r) x -> inside (dim l) x).
  { intros x Hx. replace x with (add (sub x (scale (IZR num / IZR den) r)) (scale (IZR num / IZR den) r)) by (generalize r; vector).
    apply inside_add; [now apply (Inside (points_a l))|]. apply inside_scale. unfold r. now apply inside_scale, inj_flat. }
  repeat split; auto. apply (meet_between (dim l) A B ra rb r Ra Rb _ _ _) with (3 := Ma) (4 := Mb).
  - now apply Moved.
  - now apply (Inside (points_b l)).
  - exact Near.
Qed.

End Lattice.

Theorem cast_sound unit : (0 < fst unit)%Z -> (0 < snd unit)%Z -> forall (l : line), check l = true -> forall claimed found,
  check_cast unit l claimed found = true ->
  let u := value unit in
  moves (dim l) (hull (map (scale u) (map inj (points_a l)))) (hull (map (scale u) (map inj (points_b l))))
    (u * IZR (radius_a l)) (u * IZR (radius_b l)) claimed.
Proof.
  intros Un Ud l Hl claimed found. unfold check_cast, moves. destruct claimed as [(r, p)|]; [|auto]. destruct found as [m|]; [|discriminate].
  rewrite !andb_true_iff. intros ((Er & Fs) & H). cbv zeta. rewrite (is_times_place unit Ud _ _ Er).
  destruct (radii_nonneg unit Un Ud l Hl) as (Ra & Rb). pose proof (u_pos unit Un Ud) as U.
  pose proof (least_in_bodies unit Un Ud l (m_normal m)) as L.
  pose proof (product_of_motion unit m) as P. pose proof (square_of_reach unit l m) as Q.
  destruct p as [low high a b|]; [|now apply (never_sound _ _ _ _ _ _ _ _ _ _ _ Ra Rb U L P Q)].
  rewrite andb_true_iff in H. destruct H as (T & M).
  destruct (times_sound (dim l) _ _ _ _ _ _ _ _ _ _ Ra Rb U L P Q _ _ T) as (D & Order & End & Before).
  destruct high as (num, den). destruct (meets_sound unit Un Ud l Hl m num den a b D Fs M) as (Meet & Ma & Mb & Near).
  unfold first_meet. change (value (num, den)) with (IZR num / IZR den) in *. tauto.
Qed.

(** ** Onto a half-space *)

Theorem descent_sound unit weight : (0 < fst unit)%Z -> (0 < snd unit)%Z -> (0 < fst weight)%Z -> (0 < snd weight)%Z ->
  forall (l : supported), check_supported l = true -> forall claimed found, check_descent unit l claimed found = true ->
  let u := value unit in
  let w := value weight in
  moves (dim l) (hull (map (scale u) (map inj (s_points l)))) (halfspace (dim l) (scale w (inj (s_normal l))) (u * w * IZR (s_offset l)))
    (u * IZR (radius_a l)) (u * IZR (radius_b l)) claimed.
Proof.
  intros Un Ud Wn Wd l Hl claimed found. unfold check_descent, moves. cbv zeta. unfold check_supported in Hl.
  destruct (nth_error (s_points l) (s_support l)) as [z|] eqn:Ez; [|discriminate]. destruct claimed as [(r, p)|]; [|auto].
  destruct found as [step|]; [|discriminate]. cbv zeta in Hl. unfold check_class in Hl. cbv zeta in Hl.
  rewrite !andb_true_iff, negb_true_iff, !forallb_forall, !Z.leb_le in Hl.
  destruct Hl as (((((((((((Fa & Fn) & Nz) & _) & _) & Low) & _) & _) & _) & _) & _) & ((Ra & Rb) & _)).
  rewrite !andb_true_iff. intros ((Er & Fs) & H). rewrite (is_times_place unit Ud _ _ Er).
  pose proof (u_pos unit Un Ud) as U. pose proof (u_pos weight Wn Wd) as W. set (u := value unit) in *. set (w := value weight) in *.
  apply IZR_le in Ra, Rb. apply nth_error_In in Ez.
  assert (Ra' : 0 <= u * IZR (radius_a l)) by (apply Rmult_le_pos; lra). assert (Rb' : 0 <= u * IZR (radius_b l)) by (apply Rmult_le_pos; lra).
  set (n := s_normal l) in *. set (start := (zdot n z - s_offset l)%Z) in *. set (nn := zdot n n) in *.
  set (squared := ((radius_a l + radius_b l) * (radius_a l + radius_b l) * nn)%Z) in *.
  assert (Es : IZR start = dot (inj n) (inj z) - IZR (s_offset l)) by (unfold start; now rewrite minus_IZR, inj_dot).
  assert (Enn : IZR nn = sq (inj n)) by (unfold nn; now rewrite inj_dot).
  assert (NN : 0 < IZR nn).
  { rewrite Enn. destruct (sq_nonneg (inj n)) as [|E]; auto. exfalso. assert (Z : n = origin) by (apply inj_zero, sq_zero; auto).
    rewrite <- same_eq, Nz in Z. discriminate. }
  set (A := hull (map (scale u) (map inj (s_points l)))). set (B := halfspace (dim l) (scale w (inj n)) (u * w * IZR (s_offset l))).
  assert (C : 0 < u * w) by now apply Rmult_lt_0_compat.
  assert (L : forall a b, A a -> B b -> u * w * IZR start <= dot (scale w (inj n)) (sub a b)).
  { intros a b Ha (_ & Hb).
    assert (La : u * w * dot (inj n) (inj z) <= dot (scale w (inj n)) a).
    { revert a Ha. apply hull_least; [apply above_convex|]. intros q. rewrite map_map, in_map_iff. intros (y & <- & Hy).
      apply Low in Hy. apply Z.leb_le, IZR_le in Hy. rewrite !inj_dot in Hy.
      replace (dot (scale w (inj n)) (scale u (inj y))) with (u * w * dot (inj n) (inj y)) by (generalize (inj n) (inj y); vector).
      apply Rmult_le_compat_l; lra. }
    replace (dot (scale w (inj n)) (sub a b)) with (dot (scale w (inj n)) a - dot (scale w (inj n)) b) by (generalize (scale w (inj n)); vector).
    rewrite Es. lra. }
  assert (P : dot (scale w (inj n)) (scale u (inj step)) = u * w * IZR (zdot n step)).
  { rewrite inj_dot. generalize (inj n) (inj step). vector. }
  assert (Q : (u * IZR (radius_a l) + u * IZR (radius_b l)) * (u * IZR (radius_a l) + u * IZR (radius_b l)) * sq (scale w (inj n)) =
    u * w * (u * w) * IZR squared).
  { unfold squared. rewrite !mult_IZR, plus_IZR, Enn. generalize (inj n). vector. }
  destruct p as [low (num, den) a b|]; [|now apply (never_sound _ _ _ _ _ _ _ _ _ _ _ Ra' Rb' C L P Q)].
  rewrite !andb_true_iff, Z.leb_le in H. destruct H as (((T & Ea) & Eb) & Near).
  destruct (times_sound (dim l) _ _ _ _ _ _ _ _ _ _ Ra' Rb' C L P Q _ _ T) as (D & Order & End & Before). cbn [snd] in D.
  change (value (num, den)) with (IZR num / IZR den) in *. pose proof (IZR_lt _ _ D) as D'.
  assert (ND : (0 < nn * den)%Z) by (apply lt_IZR in NN; nia).
  set (x := (den * start + num * zdot n step)%Z) in *. set (gap := Z.max x 0) in *. set (on_a := zadd (zscale den z) (zscale num step)) in *.
  set (foot := zsub (zscale nn on_a) (zscale gap n)) in *.
  pose proof (is_times_witness unit Ud _ _ _ Ea D) as Pa. pose proof (is_times_witness unit Ud _ _ _ Eb ND) as Pb. fold u in Pa, Pb.
  set (k := u * IZR gap / (IZR nn * IZR den)).
  assert (Pb' : place b = sub (place a) (scale k (inj n))).
  { rewrite Pa, Pb. unfold foot, k. rewrite inj_sub, !inj_scale, mult_IZR. generalize (inj on_a) (inj n). intros. apply vec_eq; simpl; field; lra. }
  assert (Ix : IZR x = IZR den * IZR start + IZR num * dot (inj n) (inj step)) by (unfold x; now rewrite plus_IZR, !mult_IZR, inj_dot).
  assert (Ma : sub (place a) (scale (IZR num / IZR den) (scale u (inj step))) = scale u (inj z)).
  { rewrite Pa. unfold on_a. rewrite inj_add, !inj_scale. generalize (inj z) (inj step). intros. apply vec_eq; simpl; field; lra. }
  assert (Ha : moved A (scale (IZR num / IZR den) (scale u (inj step))) (place a)).
  { unfold moved. rewrite Ma. unfold A. apply hull_vertex, in_map, in_map. exact Ez. }
  assert (Ia : inside (dim l) (place a)).
  { replace (place a) with (add (scale u (inj z)) (scale (IZR num / IZR den) (scale u (inj step)))).
    - apply inside_add; [|apply inside_scale]; apply inside_scale, inj_flat; auto.
    - rewrite <- Ma. generalize (place a) (scale (IZR num / IZR den) (scale u (inj step))). vector. }
  assert (Ib : inside (dim l) (place b)).
  { rewrite Pb'. apply inside_sub; auto. apply inside_scale. now apply inj_flat. }
  assert (Hb : B (place b)).
  { split; auto. rewrite Pb'.
    replace (dot (scale w (inj n)) (sub (place a) (scale k (inj n)))) with (w * (dot (inj n) (place a) - k * sq (inj n))) by (generalize (inj n) (place a); vector).
    replace (u * w * IZR (s_offset l)) with (w * (u * IZR (s_offset l))) by ring. apply Rmult_le_compat_l; [lra|].
    assert (G : IZR x <= IZR gap) by (apply IZR_le; unfold gap; lia).
    replace (dot (inj n) (place a)) with (u / IZR den * (IZR x + IZR den * IZR (s_offset l))).
    - rewrite <- Enn. unfold k. replace (u * IZR gap / (IZR nn * IZR den) * IZR nn) with (u / IZR den * IZR gap) by (field; lra).
      replace (u * IZR (s_offset l)) with (u / IZR den * (IZR den * IZR (s_offset l))) by (field; lra).
      assert (0 < u / IZR den) by now apply Rdiv_lt_0_compat.
      rewrite <- Rmult_minus_distr_l. apply Rmult_le_compat_l; lra.
    - rewrite Ix, Es, Pa. unfold on_a. rewrite inj_add, !inj_scale. generalize (inj n) (inj z) (inj step). intros.
      replace (dot v (scale u (scale (/ IZR den) (add (scale (IZR den) v0) (scale (IZR num) v1))))) with
        (u * / IZR den * (IZR den * dot v v0 + IZR num * dot v v1)) by vector. field. lra. }
  assert (Close : sq (sub (place a) (place b)) <= (u * IZR (radius_a l) + u * IZR (radius_b l)) * (u * IZR (radius_a l) + u * IZR (radius_b l))).
  { rewrite Pb'. replace (sq (sub (place a) (sub (place a) (scale k (inj n))))) with (k * k * sq (inj n)) by (generalize (inj n) (place a); vector).
    rewrite <- Enn. unfold k. apply IZR_le in Near. unfold squared in Near. rewrite !mult_IZR, plus_IZR in Near.
    apply (Rmult_le_reg_r (IZR nn * (IZR den * IZR den))); [repeat apply Rmult_lt_0_compat; auto|].
    replace (u * IZR gap / (IZR nn * IZR den) * (u * IZR gap / (IZR nn * IZR den)) * IZR nn * (IZR nn * (IZR den * IZR den))) with
      (u * u * (IZR gap * IZR gap)) by (field; lra).
    replace ((u * IZR (radius_a l) + u * IZR (radius_b l)) * (u * IZR (radius_a l) + u * IZR (radius_b l)) * (IZR nn * (IZR den * IZR den))) with
      (u * u * (IZR den * IZR den * ((IZR (radius_a l) + IZR (radius_b l)) * (IZR (radius_a l) + IZR (radius_b l)) * IZR nn))) by ring.
    apply Rmult_le_compat_l; [nra|lra]. }
  unfold first_meet. split; [|split; [|split; [|split; [|split; [|split]]]]]; auto.
  apply (meet_between (dim l) A B _ _ _ Ra' Rb' _ _ _ Ia Ib Ha Hb Close).
Qed.
