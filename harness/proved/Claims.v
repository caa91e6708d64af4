(** * The claims that certificates prove, over the real numbers *)

From Coq Require Import Lra Psatz.
Require Import Words Convex Covering.

Lemma in_plane_space d p : vz p = 0 -> inside d p.
Proof. destruct d; simpl; auto. Qed.

Lemma inside_scale d s p : inside d p -> inside d (scale s p).
Proof. destruct d; simpl; auto. intros ->. ring. Qed.

Lemma inside_add d p q : inside d p -> inside d q -> inside d (add p q).
Proof. destruct d; simpl; auto. intros -> ->. ring. Qed.

Lemma inside_sub d p q : inside d p -> inside d q -> inside d (sub p q).
Proof. destruct d; simpl; auto. intros -> ->. ring. Qed.

Lemma inside_zero d : inside d zero.
Proof. destruct d; simpl; auto. Qed.

Lemma ratio a b : 0 <= a -> a <= b -> 0 < b -> 0 <= a / b <= 1.
Proof.
  intros. split; [apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]|].
  apply (Rmult_le_reg_r b); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(** If n·m ≥ 0 on M, the origin is not interior. *)
Lemma supported_at_origin d (M : set) n : inside d n -> n <> zero -> (forall m, M m -> 0 <= dot n m) -> ~ interior d M zero.
Proof.
  intros Hn Nz H (e & He & Hb).
  assert (P : 0 < sq n). { destruct (sq_nonneg n) as [|E]; auto. exfalso. apply Nz, sq_zero. auto. }
  set (t := e / (e + sq n)). assert (Et : t * (e + sq n) = e) by (unfold t; field; lra).
  assert (Ht : 0 < t < 1) by (split; nra).
  assert (Hm : M (scale (- t) n)).
  { apply Hb; [now apply inside_scale|]. replace (sq _) with (t * t * sq n) by vector.
    assert (t * sq n <= e) by nra. nra. }
  pose proof (H _ Hm) as Q. replace (dot n (scale (- t) n)) with (- (t * sq n)) in Q by vector. nra.
Qed.

(** ** Separated *)

Section Bodies.
Variables A B : set.

(** If v·(a − b) ≥ v·v for all points, v is the shortest difference of points. *)
Theorem nearest_pair a b : A a -> B b ->
  (forall a' b', A a' -> B b' -> sq (sub a b) <= dot (sub a b) (sub a' b')) ->
  distance_squared A B (sq (sub a b)).
Proof.
  intros Ha Hb H. split; [exists a, b; auto|]. intros a' b' Ha' Hb'.
  pose proof (H a' b' Ha' Hb') as L. set (v := sub a b) in *. set (w := sub a' b') in *.
  assert (0 <= sq w - 2 * dot v w + sq v).
  { replace (sq w - 2 * dot v w + sq v) with (sq (sub w v)) by vector. apply sq_nonneg. }
  lra.
Qed.

Theorem separated_by_distance s : distance_squared A B s -> 0 < s -> separated A B.
Proof.
  intros (_ & H) Hs x (Ha & Hb). pose proof (H x x Ha Hb) as L. replace (sq (sub x x)) with 0 in L by vector. lra.
Qed.

(** ** Touching *)

Theorem touching_at_plane d x n : A x -> B x -> inside d n -> n <> zero ->
  (forall a b, A a -> B b -> dot n b <= dot n a) -> touching d A B.
Proof.
  intros Ha Hb Hn Nz H. split; [exists x; auto|]. apply (supported_at_origin d _ n); auto.
  intros m (a & b & Pa & Pb & ->). pose proof (H a b Pa Pb). replace (dot n (sub a b)) with (dot n a - dot n b) by vector. lra.
Qed.

(** ** The depth *)

(** M holds the ball of squared radius s around the origin, and no point beyond a plane at this distance from it. *)
Theorem depth_by_ball_and_plane d s n h :
  (forall x, inside d x -> sq x <= s -> difference A B x) ->
  inside d n -> n <> zero -> 0 <= h -> h * h = s * sq n -> (forall a b, A a -> B b -> dot n (sub a b) <= h) ->
  depth_squared d A B s.
Proof.
  intros Ball Hn Nz Hh E Plane.
  assert (P : 0 < sq n). { destruct (sq_nonneg n) as [|Z]; auto. exfalso. apply Nz, sq_zero. auto. }
  split.
  - exists (scale (- (h / sq n)) n). split; [now apply inside_scale|]. split.
    + replace (sq (scale (- (h / sq n)) n)) with (h * h / sq n / sq n * sq n) by (unfold Rdiv; vector).
      rewrite E. field. lra.
    + apply (supported_at_origin d _ (scale (-1) n)); [now apply inside_scale| |].
      * intros Z. apply Nz. apply (scale_inv (-1)); [lra|auto].
      * intros m (a & b & Ha & Hb & ->). unfold moved in Ha. pose proof (Plane _ _ Ha Hb) as L.
        replace (dot n (sub (sub a (scale (- (h / sq n)) n)) b)) with (dot n (sub a b) + h / sq n * sq n) in L
          by (unfold Rdiv; vector).
        replace (h / sq n * sq n) with h in L by (field; lra).
        replace (dot (scale (-1) n) (sub a b)) with (- dot n (sub a b)) by vector. lra.
  - intros t Ht Hno. destruct (Rle_lt_dec s (sq t)) as [L|L]; auto. exfalso. apply Hno.
    (* |x − t| ≤ √s for all short x. *)
    pose proof (sq_nonneg t) as T0. set (g := s - sq t).
    set (k := g / (2 * (sq t + 1))). assert (Ek : k * (2 * (sq t + 1)) = g) by (unfold k; field; lra).
    assert (Hg : 0 < g) by (unfold g; lra). assert (Hk : 0 < k) by nra.
    exists (g / 2 / (1 + / k)).
    assert (Ik : 0 < / k) by (now apply Rinv_0_lt_compat).
    assert (Ee : g / 2 / (1 + / k) * (1 + / k) = g / 2) by (field; lra).
    set (e := g / 2 / (1 + / k)) in *. split; [nra|]. intros x Hx Sx.
    replace (sub x zero) with x in Sx by vector.
    destruct (Ball (sub x t)) as (a & b & Ha & Hb & Em).
    + now apply inside_sub.
    + assert (Q : 0 <= k * sq t + 2 * dot x t + / k * sq x).
      { replace (k * sq t + 2 * dot x t + / k * sq x) with (/ k * sq (add x (scale k t))).
        - apply Rmult_le_pos; [lra|apply sq_nonneg].
        - replace (sq (add x (scale k t))) with (sq x + 2 * k * dot x t + k * k * sq t) by vector. field. lra. }
      replace (sq (sub x t)) with (sq x - 2 * dot x t + sq t) by vector.
      assert (k * sq t <= g / 2) by nra. assert (sq x * (1 + / k) <= g / 2) by nra. unfold g in *. lra.
    + exists (add a t), b. unfold moved. repeat split; auto.
      * replace (sub (add a t) t) with a by vector. auto.
      * replace (sub (add a t) b) with (add (sub a b) t) by vector. rewrite <- Em. vector.
Qed.

End Bodies.

(** ** Overlapping: the origin is interior *)

Lemma between C p e c : convex C -> C zero -> C p -> C (scale (- e) p) -> 0 < e -> - Rmin 1 e <= c <= Rmin 1 e -> C (scale c p).
Proof.
  intros HC H0 Hp Hm He Hc. pose proof (Rmin_l 1 e). pose proof (Rmin_r 1 e).
  destruct (Rle_lt_dec 0 c).
  - replace (scale c p) with (add (scale (1 - c) zero) (scale c p)) by vector. apply HC; auto. lra.
  - assert (E : c = - (- c / e) * e) by (field; lra).
    replace (scale c p) with (add (scale (1 - - c / e) zero) (scale (- c / e) (scale (- e) p))).
    + apply HC; auto. apply ratio; lra.
    + apply vec_eq; simpl; field; lra.
Qed.

(** For small x, a multiple of p by a linear function of x is in C. *)
Lemma small_multiple C p e n : convex C -> C zero -> C p -> C (scale (- e) p) -> 0 < e ->
  exists f, 0 < f /\ forall x, sq x <= f -> C (scale (dot n x) p).
Proof.
  intros HC H0 Hp Hm He. set (m := Rmin 1 e). assert (Pm : 0 < m) by (apply Rmin_glb_lt; lra).
  pose proof (sq_nonneg n). exists (m * m / (sq n + 1)).
  assert (E : m * m / (sq n + 1) * (sq n + 1) = m * m) by (field; lra).
  set (f := m * m / (sq n + 1)) in *. split; [nra|]. intros x Hx.
  apply (between C p e); auto. apply square_le; [fold m; lra|]. fold m.
  pose proof (cauchy n x). pose proof (sq_nonneg x). nra.
Qed.

Lemma third C x y z : convex C -> C x -> C y -> C z -> C (add (scale (1/3) x) (add (scale (1/3) y) (scale (1/3) z))).
Proof.
  intros HC Hx Hy Hz.
  replace (add _ _) with (add (scale (1 - 2/3) x) (scale (2/3) (add (scale (1 - 1/2) y) (scale (1/2) z)))).
  - apply HC; [auto|apply HC; auto|]; lra.
  - apply vec_eq; simpl; field.
Qed.

(** The three spanning vectors; in the plane the third one is the axis, which has weight zero in every point. *)
Lemma spanning_interior d C p q r : convex C -> C zero -> det p q r <> 0 ->
  (exists e, 0 < e /\ C p /\ C (scale (- e) p)) -> (exists e, 0 < e /\ C q /\ C (scale (- e) q)) ->
  match d with plane => vz p = 0 /\ vz q = 0 | space => exists e, 0 < e /\ C r /\ C (scale (- e) r) end ->
  interior d C zero.
Proof.
  intros HC H0 D (e & He & Cp & Mp) (f & Hf & Cq & Mq) Hr.
  set (k := 3 / det p q r).
  destruct (small_multiple C p e (scale k (cross q r)) HC H0 Cp Mp He) as (b1 & P1 & S1).
  destruct (small_multiple C q f (scale k (cross r p)) HC H0 Cq Mq Hf) as (b2 & P2 & S2).
  assert (H3 : exists b3, 0 < b3 /\ forall x, inside d x -> sq x <= b3 -> C (scale (dot (scale k (cross p q)) x) r)).
  { destruct d.
    - exists 1. split; [lra|]. destruct Hr as (Zp & Zq). intros x Hx _. simpl in Hx.
      replace (scale _ r) with zero; auto. unfold zero, scale, dot, cross; simpl. rewrite Zp, Zq, Hx. f_equal; ring.
    - destruct Hr as (g & Hg & Cr & Mr).
      destruct (small_multiple C r g (scale k (cross p q)) HC H0 Cr Mr Hg) as (b3 & P3 & S3). exists b3. split; auto. }
  destruct H3 as (b3 & P3 & S3).
  exists (Rmin b1 (Rmin b2 b3)). split; [repeat apply Rmin_glb_lt; auto|]. intros x Hx Sx.
  replace (sub x zero) with x in Sx by vector.
  pose proof (Rmin_l b1 (Rmin b2 b3)). pose proof (Rmin_r b1 (Rmin b2 b3)). pose proof (Rmin_l b2 b3). pose proof (Rmin_r b2 b3).
  rewrite (cramer' p q r x D).
  replace (add _ _) with
    (add (scale (1/3) (scale (dot (scale k (cross q r)) x) p))
      (add (scale (1/3) (scale (dot (scale k (cross r p)) x) q)) (scale (1/3) (scale (dot (scale k (cross p q)) x) r)))).
  - apply third; auto; [apply S1; lra|apply S2; lra|apply S3; auto; lra].
  - unfold k.
    replace (dot (scale (3 / det p q r) (cross q r)) x) with (3 * (det q r x / det p q r)) by (unfold Rdiv; generalize (/ det p q r); vector).
    replace (dot (scale (3 / det p q r) (cross r p)) x) with (3 * (det r p x / det p q r)) by (unfold Rdiv; generalize (/ det p q r); vector).
    replace (dot (scale (3 / det p q r) (cross p q)) x) with (3 * (det p q x / det p q r)) by (unfold Rdiv; generalize (/ det p q r); vector).
    generalize (det q r x / det p q r) (det r p x / det p q r) (det p q x / det p q r). intros. apply vec_eq; simpl; field.
Qed.

(** If the combination with positive weights is the origin, the opposite of each point, shortened, is in the hull too. *)
Lemma opposite C w P p : convex C -> length w = length P -> (forall a, In a w -> 0 < a) -> (forall p, In p P -> C p) ->
  combination w P = zero -> In p P -> exists e, 0 < e /\ C p /\ C (scale (- e) p).
Proof.
  intros HC L N HP E Hp. destruct (single_out C HC w P p L N HP Hp) as (a & s & c & Ha & Hs & Hc & F).
  rewrite E in F. destruct (Req_dec s 0) as [->|Hs'].
  - exists 1. repeat split; [lra|auto|]. assert (Z : p = zero).
    { apply (scale_inv a); [lra|]. rewrite F. vector. }
    rewrite Z in *. replace (scale (- (1)) zero) with zero by vector. auto.
  - exists (a / s). repeat split; auto.
    + apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; lra].
    + replace (scale (- (a / s)) p) with c; auto.
      assert (Fx := f_equal vx F). assert (Fy := f_equal vy F). assert (Fz := f_equal vz F). simpl in *.
      apply vec_eq; simpl; apply (Rmult_eq_reg_l s); auto; field_simplify; lra.
Qed.

(** If the weights are positive and the points span the space, the origin is interior. *)
Theorem interior_by_weights d C w P p q r : convex C -> length w = length P -> (forall a, In a w -> 0 < a) -> 0 < sum w ->
  (forall p, In p P -> C p) -> combination w P = zero -> In p P -> In q P -> det p q r <> 0 ->
  match d with plane => vz p = 0 /\ vz q = 0 | space => In r P end -> interior d C zero.
Proof.
  intros HC L N S HP E Hp Hq D Hr.
  assert (O : forall p, In p P -> exists e, 0 < e /\ C p /\ C (scale (- e) p)) by (intros; eapply opposite; eauto).
  assert (H0 : C zero).
  { destruct (convex_combination C HC w P) as (c & Hc & Ec); auto; [intros; left; auto|].
    rewrite E in Ec. replace zero with c; auto. apply (scale_inv (sum w)); auto. lra. }
  apply (spanning_interior d C p q r); auto. destruct d; auto.
Qed.

(** ** The ball in a shell *)

(** The plane of a facet is n·x = level, and level² ≥ s |n|²: no point of its cone of length at most √s is beyond it. In the plane the third
    corner is the axis or its opposite, which has weight zero in every point of the plane. *)
Theorem ball_in_shell d C shell s (n : facet -> vec) : convex C -> C zero -> shell <> [] -> closed shell -> around shell ->
  (forall p q r, In (p, q, r) shell ->
    C p /\ C q /\ dot (n (p, q, r)) p = det p q r /\ dot (n (p, q, r)) q = det p q r /\
    match d with plane => vz p = 0 /\ vz q = 0 /\ vz r <> 0 | space => C r /\ dot (n (p, q, r)) r = det p q r end /\
    s * sq (n (p, q, r)) <= det p q r * det p q r) ->
  forall x, inside d x -> sq x <= s -> C x.
Proof.
  intros HC H0 Hne Hcl Har H x Hx Sx.
  destruct (every_direction shell Hne Hcl Har x) as (p & q & r & a & b & c & Hin & Ha & Hb & Hc & E).
  destruct (H p q r Hin) as (Cp & Cq & Np & Nq & Hr & Hs). pose proof (Har _ _ _ Hin) as D.
  set (m := n (p, q, r)) in *.
  assert (K : exists c' r', 0 <= c' /\ C r' /\ x = add (scale a p) (add (scale b q) (scale c' r')) /\
    dot m x = (a + b + c') * det p q r).
  { destruct d.
    - exists 0, zero. destruct Hr as (Zp & Zq & Zr).
      assert (Z : c = 0).
      { simpl in Hx. rewrite E in Hx. simpl in Hx. rewrite Zp, Zq in Hx.
        assert (F : c * vz r = 0) by lra. destruct (Rmult_integral c (vz r) F); auto. contradiction. }
      subst c. assert (E' : x = add (scale a p) (add (scale b q) (scale 0 zero))) by (rewrite E; vector).
      repeat split; [lra|auto|auto|]. rewrite E'.
      replace (dot m _) with (a * dot m p + b * dot m q) by (clearbody m; vector). rewrite Np, Nq. ring.
    - destruct Hr as (Cr & Nr). exists c, r. repeat split; auto. rewrite E.
      replace (dot m _) with (a * dot m p + b * dot m q + c * dot m r) by (clearbody m; vector). rewrite Np, Nq, Nr. ring. }
  destruct K as (c' & r' & Hc' & Cr' & E' & F).
  (* The weights sum to at most 1, and the rest is the weight of the origin. *)
  assert (W : a + b + c' <= 1).
  { pose proof (cauchy m x) as Cx. pose proof (sq_nonneg m). rewrite F in Cx.
    assert (Q : (a + b + c') * det p q r * ((a + b + c') * det p q r) <= det p q r * det p q r) by nra.
    destruct (Rle_lt_dec (a + b + c') 1); auto. exfalso.
    assert (det p q r < (a + b + c') * det p q r) by nra. nra. }
  destruct (convex_combination C HC [1 - (a + b + c'); a; b; c'] [zero; p; q; r']) as (y & Cy & Ey).
  - reflexivity.
  - simpl. intros z [<-|[<-|[<-|[<-|[]]]]]; lra.
  - simpl. lra.
  - simpl. intros z [<-|[<-|[<-|[<-|[]]]]]; auto.
  - replace x with y; auto. transitivity (scale (sum [1 - (a + b + c'); a; b; c']) y).
    + simpl. replace (1 - (a + b + c') + (a + (b + (c' + 0)))) with 1 by ring. now rewrite scale_1.
    + rewrite <- Ey, E'. simpl. vector.
Qed.

(** ** Radii *)

Lemma radii_add u v r r' : 0 <= r -> 0 <= r' -> sq u <= r * r -> sq v <= r' * r' -> sq (sub u v) <= (r + r') * (r + r').
Proof.
  intros Hr Hr' Hu Hv. pose proof (cauchy u v) as C. pose proof (sq_nonneg u). pose proof (sq_nonneg v).
  assert (Q : dot u v * dot u v <= r * r' * (r * r')) by nra.
  pose proof (square_le (dot u v) (r * r') ltac:(nra) Q).
  replace (sq (sub u v)) with (sq u - 2 * dot u v + sq v) by vector. nra.
Qed.

Section Rounded.
Variables (d : dimension) (P Q : set) (r r' : R).
Hypothesis r_nonneg : 0 <= r.
Hypothesis r'_nonneg : 0 <= r'.
Hypothesis P_inside : forall p, P p -> inside d p.
Hypothesis Q_inside : forall q, Q q -> inside d q.

Let A := rounded d P r.
Let B := rounded d Q r'.

(** The nearest pair of the cores, and the plane that proves that they are nearest. *)
Variables a b : vec.
Hypothesis Ha : P a.
Hypothesis Hb : Q b.
Let v := sub a b.
Hypothesis nearest : forall p q, P p -> Q q -> sq v <= dot v (sub p q).

Lemma inside_v : inside d v.
Proof. apply inside_sub; [now apply P_inside|now apply Q_inside]. Qed.

Theorem rounded_separated : (r + r') * (r + r') < sq v -> separated A B.
Proof.
  intros L x ((_ & p & Hp & Sp) & (_ & q & Hq & Sq)).
  pose proof (radii_add (sub x q) (sub x p) r' r r'_nonneg r_nonneg Sq Sp) as T.
  replace (sub (sub x q) (sub x p)) with (sub p q) in T by vector.
  destruct (nearest_pair P Q a b Ha Hb nearest) as (_ & M). pose proof (M p q Hp Hq). fold v in H. nra.
Qed.

Theorem rounded_touching : sq v = (r + r') * (r + r') -> 0 < sq v -> touching d A B.
Proof.
  intros E Pv. set (k := r / (r + r')). assert (Hr : 0 < r + r') by nra.
  assert (Ek : k * (r + r') = r) by (unfold k; field; lra).
  apply (touching_at_plane A B d (sub a (scale k v)) v).
  - split; [apply inside_sub; [now apply P_inside|apply inside_scale, inside_v]|]. exists a. split; auto.
    replace (sq (sub (sub a (scale k v)) a)) with (k * k * sq v) by vector. rewrite E.
    replace (k * k * ((r + r') * (r + r'))) with (k * (r + r') * (k * (r + r'))) by ring. rewrite Ek. lra.
  - split; [apply inside_sub; [now apply P_inside|apply inside_scale, inside_v]|]. exists b. split; auto.
    replace (sq (sub (sub a (scale k v)) b)) with ((1 - k) * (1 - k) * sq v) by (unfold v; vector). rewrite E.
    replace ((1 - k) * (1 - k) * ((r + r') * (r + r'))) with ((r + r' - k * (r + r')) * (r + r' - k * (r + r'))) by ring.
    rewrite Ek. right. ring.
  - apply inside_v.
  - intros Z. rewrite Z in Pv. replace (sq zero) with 0 in Pv by vector. lra.
  - intros x y (_ & p & Hp & Sp) (_ & q & Hq & Sq').
    pose proof (radii_add (sub y q) (sub x p) r' r r'_nonneg r_nonneg Sq' Sp) as T.
    set (w := sub (sub y q) (sub x p)) in *. pose proof (cauchy v w) as C. pose proof (nearest p q Hp Hq) as N.
    assert (D : dot v x - dot v y = dot v (sub p q) - dot v w) by (unfold w; clearbody v; vector).
    assert (K : dot v w <= sq v).
    { apply square_le; [lra|]. pose proof (sq_nonneg w). nra. }
    lra.
Qed.

Theorem rounded_overlapping : sq v < (r + r') * (r + r') -> overlapping d A B.
Proof.
  intros L. pose proof (sq_nonneg v) as V0. assert (Hr : 0 < r + r') by nra.
  set (g := (r + r') * (r + r') - sq v). assert (Hg : 0 < g) by (unfold g; lra).
  set (k := g / (2 * (sq v + 1))). assert (Ek : k * (2 * (sq v + 1)) = g) by (unfold k; field; lra).
  assert (Hk : 0 < k) by nra. assert (Ik : 0 < / k) by (now apply Rinv_0_lt_compat).
  exists (g / 2 / (1 + / k)).
  assert (Ee : g / 2 / (1 + / k) * (1 + / k) = g / 2) by (field; lra).
  set (e := g / 2 / (1 + / k)) in *. split; [nra|]. intros x Hx Sx. replace (sub x zero) with x in Sx by vector.
  (* The rest of the way, shared between the radii. *)
  set (z := sub x v).
  assert (Sz : sq z <= (r + r') * (r + r')).
  { assert (Qz : 0 <= k * sq v + 2 * dot x v + / k * sq x).
    { replace (k * sq v + 2 * dot x v + / k * sq x) with (/ k * sq (add x (scale k v))).
      - apply Rmult_le_pos; [lra|apply sq_nonneg].
      - replace (sq (add x (scale k v))) with (sq x + 2 * k * dot x v + k * k * sq v) by (clearbody v; vector). field. lra. }
    replace (sq z) with (sq x - 2 * dot x v + sq v) by (unfold z; clearbody v; vector).
    assert (k * sq v <= g / 2) by nra. assert (sq x * (1 + / k) <= g / 2) by nra. unfold g in *. lra. }
  set (m := r / (r + r')). assert (Em : m * (r + r') = r) by (unfold m; field; lra).
  assert (Iz : inside d z) by (apply inside_sub; auto; apply inside_v).
  exists (add a (scale m z)), (sub b (scale (1 - m) z)). split; [|split].
  - split; [apply inside_add; [now apply P_inside|now apply inside_scale]|]. exists a. split; auto.
    replace (sq (sub (add a (scale m z)) a)) with (m * m * sq z) by (clearbody z; vector).
    assert (m * m * sq z <= m * m * ((r + r') * (r + r'))) by (apply Rmult_le_compat_l; [nra|auto]).
    replace (m * m * ((r + r') * (r + r'))) with (m * (r + r') * (m * (r + r'))) in H by ring. rewrite Em in H. lra.
  - split; [apply inside_sub; [now apply Q_inside|now apply inside_scale]|]. exists b. split; auto.
    replace (sq (sub (sub b (scale (1 - m) z)) b)) with ((1 - m) * (1 - m) * sq z) by (clearbody z; vector).
    assert ((1 - m) * (1 - m) * sq z <= (1 - m) * (1 - m) * ((r + r') * (r + r'))) by (apply Rmult_le_compat_l; [nra|auto]).
    replace ((1 - m) * (1 - m) * ((r + r') * (r + r'))) with ((r + r' - m * (r + r')) * (r + r' - m * (r + r'))) in H by ring.
    rewrite Em in H. replace (r + r' - r) with r' in H by ring. lra.
  - unfold z, v. vector.
Qed.

End Rounded.
