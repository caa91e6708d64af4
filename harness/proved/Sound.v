(** * The checker is right: the claims that it accepts are true of the bodies *)

From Coq Require Import Lra Lia Psatz Bool ZArith.
Require Import Words Convex Covering Claims Checker.
Open Scope R_scope.

(** A point of the lattice as a point in space. *)
Definition inj (p : point) : vec := let '(x, y, z) := p in V (IZR x) (IZR y) (IZR z).

Lemma inj_sub p q : inj (zsub p q) = sub (inj p) (inj q).
Proof. destruct p as ((?, ?), ?), q as ((?, ?), ?). unfold sub; simpl. now rewrite !minus_IZR. Qed.
Lemma inj_add p q : inj (zadd p q) = add (inj p) (inj q).
Proof. destruct p as ((?, ?), ?), q as ((?, ?), ?). unfold add; simpl. now rewrite !plus_IZR. Qed.
Lemma inj_scale s p : inj (zscale s p) = scale (IZR s) (inj p).
Proof. destruct p as ((?, ?), ?). unfold scale; simpl. now rewrite !mult_IZR. Qed.
Lemma inj_dot p q : IZR (zdot p q) = dot (inj p) (inj q).
Proof. destruct p as ((?, ?), ?), q as ((?, ?), ?). unfold dot; simpl. now rewrite !plus_IZR, !mult_IZR. Qed.
Lemma inj_cross p q : inj (zcross p q) = cross (inj p) (inj q).
Proof. destruct p as ((?, ?), ?), q as ((?, ?), ?). unfold cross; simpl. now rewrite !minus_IZR, !mult_IZR. Qed.
Lemma inj_det p q r : IZR (zdet p q r) = det (inj p) (inj q) (inj r).
Proof. unfold zdet. rewrite inj_dot, inj_cross. reflexivity. Qed.
Lemma inj_flat d p : flat d p = true -> inside d (inj p).
Proof. destruct d, p as ((?, ?), ?); simpl; auto. rewrite Z.eqb_eq. now intros ->. Qed.
Lemma same_eq p q : same p q = true <-> p = q.
Proof.
  destruct p as ((?, ?), ?), q as ((?, ?), ?); simpl. rewrite !andb_true_iff, !Z.eqb_eq.
  split; [intros ((-> & ->) & ->); auto|intros E; injection E; auto].
Qed.
Lemma inj_zero p : inj p = zero -> p = origin.
Proof. destruct p as ((?, ?), ?). simpl. unfold zero. intros E. injection E as E1 E2 E3. now rewrite (eq_IZR _ _ E1), (eq_IZR _ _ E2), (eq_IZR _ _ E3). Qed.

Lemma inj_combination w : forall P, inj (zcombination w P) = combination (map IZR w) (map inj P).
Proof. induction w as [|a w IH]; intros [|p P]; simpl; auto. now rewrite inj_add, inj_scale, IH. Qed.
Lemma inj_sum w : IZR (fold_right Z.add 0%Z w) = sum (map IZR w).
Proof. induction w; simpl; auto. now rewrite plus_IZR, IHw. Qed.

(** Products with points of a hull. *)
Lemma least_le n P p : In p P -> (least n P <= zdot n p)%Z.
Proof.
  unfold least. generalize (zdot n (hd origin P)). induction P as [|q P IH]; simpl; intros z H; [contradiction|].
  destruct H as [->|H]; [lia|]. pose proof (IH z H). lia.
Qed.
Lemma le_greatest n P p : In p P -> (zdot n p <= greatest n P)%Z.
Proof.
  unfold greatest. generalize (zdot n (hd origin P)). induction P as [|q P IH]; simpl; intros z H; [contradiction|].
  destruct H as [->|H]; [lia|]. pose proof (IH z H). lia.
Qed.
Lemma hull_least_product n P x : hull (map inj P) x -> IZR (least n P) <= dot (inj n) x.
Proof.
  apply (hull_least (fun x => IZR (least n P) <= dot (inj n) x)); [apply above_convex|].
  intros p. rewrite in_map_iff. intros (q & <- & Hq). rewrite <- inj_dot. now apply IZR_le, least_le.
Qed.
Lemma hull_greatest_product n P x : hull (map inj P) x -> dot (inj n) x <= IZR (greatest n P).
Proof.
  apply (hull_least (fun x => dot (inj n) x <= IZR (greatest n P))).
  - intros a b s Ha Hb Hs. replace (dot _ _) with ((1 - s) * dot (inj n) a + s * dot (inj n) b) by (generalize (inj n); vector). nra.
  - intros p. rewrite in_map_iff. intros (q & <- & Hq). rewrite <- inj_dot. now apply IZR_le, le_greatest.
Qed.

(** Lists of options. *)
Lemma all_length {T} (l : list (option T)) : forall l', all l = Some l' -> length l' = length l.
Proof.
  induction l as [|[x|] l IH]; simpl; intros l' E; try discriminate; [now injection E as <-|].
  destruct (all l); try discriminate. injection E as <-. simpl. now rewrite (IH _ eq_refl).
Qed.
Lemma all_in {T} (l : list (option T)) : forall l' x, all l = Some l' -> In x l' -> In (Some x) l.
Proof.
  induction l as [|[y|] l IH]; simpl; intros l' x E H; try discriminate; [injection E as <-; contradiction|].
  destruct (all l) as [l0|]; try discriminate. injection E as <-. destruct H as [->|H]; [now left|right; eauto].
Qed.
Lemma corner_in A B p a b : corner A B p = Some (a, b) -> In a A /\ In b B.
Proof.
  unfold corner. destruct (nth_error A (fst p)) eqn:Ea; try discriminate. destruct (nth_error B (snd p)) eqn:Eb; try discriminate. intros E. injection E as <- <-.
  split; eapply nth_error_In; eauto.
Qed.
Lemma corners_in A B ps cs a b : all (map (corner A B) ps) = Some cs -> In (a, b) cs -> In a A /\ In b B.
Proof.
  intros E H. pose proof (all_in _ _ _ E H) as K. rewrite in_map_iff in K. destruct K as (p & K & _). eapply corner_in; eauto.
Qed.

(** ** The shell *)

Definition injf (f : zfacet) : facet := let '(p, q, r) := f in (inj p, inj q, inj r).

Lemma corners_inj shell : corners (map injf shell) = map injf (zcorners shell).
Proof. induction shell as [|((p, q), r) shell IH]; simpl; auto. now rewrite IH. Qed.

Lemma then_by_eq c d : then_by c d = Eq -> c = Eq /\ d = Eq.
Proof. destruct c; simpl; intuition discriminate. Qed.

Lemma order_points_eq p q : order_points p q = Eq -> p = q.
Proof.
  destruct p as ((?, ?), ?), q as ((?, ?), ?). simpl. intros E.
  apply then_by_eq in E as (E1 & E). apply then_by_eq in E as (E2 & E3).
  now rewrite (Z.compare_eq _ _ E1), (Z.compare_eq _ _ E2), (Z.compare_eq _ _ E3).
Qed.

Lemma order_eq e f : order e f = Eq -> e = f.
Proof.
  destruct e as (p, q), f as (p', q'). unfold order. cbn [fst snd]. intros E. apply then_by_eq in E as (E1 & E2).
  now rewrite (order_points_eq _ _ E1), (order_points_eq _ _ E2).
Qed.

Lemma found_insert e f t : found e (insert f t) = true -> e = f \/ found e t = true.
Proof.
  induction t as [|b IHb g a IHa]; simpl.
  - destruct (order e f) eqn:E; try discriminate. left. now apply order_eq.
  - destruct (order f g) eqn:E; simpl; destruct (order e g); auto.
Qed.

Lemma found_in e l : found e (fold_right insert Leaf l) = true -> In e l.
Proof.
  induction l as [|f l IH]; simpl; intros H; [discriminate|].
  destruct (found_insert _ _ _ H) as [->|H']; auto.
Qed.

Lemma zclosed_closed shell : zclosed shell = true -> closed (map injf shell).
Proof.
  unfold zclosed. cbv zeta. rewrite forallb_forall. intros H p q r. rewrite corners_inj, in_map_iff.
  intros (((p', q'), r') & E & Hin). injection E as <- <- <-.
  assert (K := H _ (in_map edge_of _ _ Hin)). apply found_in in K. rewrite in_map_iff in K.
  destruct K as (((u, v), s) & E & Hs). injection E as -> ->.
  exists (inj s). rewrite in_map_iff. exists (q', p', s). auto.
Qed.

Definition facet_normal (d : dimension) (f : facet) : vec :=
  let '(p, q, r) := f in cross (sub q p) (match d with plane => r | space => sub r p end).

Lemma inj_normal d f : inj (znormal d f) = facet_normal d (injf f).
Proof. destruct f as ((p, q), r), d; simpl; now rewrite inj_cross, !inj_sub. Qed.

Section Depth.
Variables (d : dimension) (PA PB : list point) (s : shell).
Let A := hull (map inj PA).
Let B := hull (map inj PB).
Hypothesis flat_a : forall p, In p PA -> flat d p = true.
Hypothesis flat_b : forall p, In p PB -> flat d p = true.
Hypothesis meets : difference A B zero.

Lemma difference_corner a b : In a PA -> In b PB -> difference A B (inj (zsub a b)).
Proof.
  intros Ha Hb. exists (inj a), (inj b). rewrite inj_sub. repeat split; apply hull_vertex, in_map; auto.
Qed.

Lemma inside_corner a b : In a PA -> In b PB -> inside d (inj (zsub a b)).
Proof. intros Ha Hb. rewrite inj_sub. apply inside_sub; apply inj_flat; auto. Qed.

(** The properties of the corners of a facet. *)
Definition well_placed (e : dimension) (f : zfacet) :=
  let '(p, q, r) := f in
  difference A B (inj p) /\ difference A B (inj q) /\
  match e with
  | plane => vz (inj p) = 0 /\ vz (inj q) = 0 /\ exists s, r = axis s /\ s <> 0%Z
  | space => difference A B (inj r)
  end.

Lemma facets_well_placed fs triangles :
  all (map (fun f => match all (map (corner PA PB) f) with Some f => in_space d f | None => None end) fs) = Some triangles ->
  forall f, In f (concat triangles) -> well_placed d f.
Proof.
  intros E f Hf. rewrite in_concat in Hf. destruct Hf as (t & Ht & Hf).
  pose proof (all_in _ _ _ E Ht) as K. rewrite in_map_iff in K. destruct K as (names & K & _).
  destruct (all (map (corner PA PB) names)) as [cs|] eqn:Ec; try discriminate.
  assert (H : forall a b, In (a, b) cs -> In a PA /\ In b PB) by (intros a b; eapply corners_in; eauto).
  clear - K Hf H flat_a flat_b. unfold in_space in K. revert flat_a flat_b.
  destruct d; destruct cs as [|(a1, b1) [|(a2, b2) [|(a3, b3) [|]]]]; simpl in K; try discriminate;
    injection K as <-; intros flat_a flat_b.
  - destruct (H a1 b1) as (A1 & B1); [simpl; auto|]. destruct (H a2 b2) as (A2 & B2); [simpl; auto|].
    assert (Z : forall a b, In a PA -> In b PB -> vz (inj (zsub a b)) = 0).
    { intros a b Ha Hb. pose proof (inj_flat _ _ (flat_a a Ha)) as F. pose proof (inj_flat _ _ (flat_b b Hb)) as G.
      simpl in F, G. rewrite inj_sub. simpl. rewrite F, G. ring. }
    simpl in Hf. destruct Hf as [<-|[<-|[]]]; cbv beta iota delta [well_placed];
      (split; [now apply difference_corner|]; split; [now apply difference_corner|]; split; [now apply Z|]; split; [now apply Z|]).
    + exists 1%Z. split; [auto|lia].
    + exists (-1)%Z. split; [auto|lia].
  - destruct (H a1 b1) as (A1 & B1); [simpl; auto|]. destruct (H a2 b2) as (A2 & B2); [simpl; auto|].
    destruct (H a3 b3) as (A3 & B3); [simpl; auto|].
    simpl in Hf. destruct Hf as [<-|[]]. cbv beta iota delta [well_placed]. split; [|split]; now apply difference_corner.
Qed.

Theorem check_depth_sound : check_depth d PA PB s = true ->
  depth_squared d A B (IZR (depth_num s) / IZR (depth_den s)).
Proof.
  unfold check_depth. destruct (all _) as [triangles|] eqn:Et; try discriminate.
  pose proof (facets_well_placed _ _ Et) as Placed. set (shell := concat triangles) in *.
  rewrite !andb_true_iff, Z.ltb_lt, forallb_forall. intros (((Hden & Hcl) & Hall) & Hn).
  destruct (nth_error shell _) as [f|] eqn:Ef; try discriminate. apply nth_error_In in Ef.
  rewrite andb_true_iff, Z.eqb_eq, Z.leb_le in Hn. destruct Hn as (Hdist & Hreach).
  assert (Dp : 0 < IZR (depth_den s)) by now apply IZR_lt.
  set (sq_depth := IZR (depth_num s) / IZR (depth_den s)) in *.
  assert (Es : IZR (depth_num s) = sq_depth * IZR (depth_den s)) by (unfold sq_depth; field; lra).
  assert (Level : forall p q r, In (p, q, r) shell -> 0 < det (inj p) (inj q) (inj r) /\
    sq_depth * sq (inj (znormal d (p, q, r))) <= det (inj p) (inj q) (inj r) * det (inj p) (inj q) (inj r)).
  { intros p q r Hin. specialize (Hall _ Hin). cbv zeta in Hall. rewrite andb_true_iff, Z.ltb_lt, Z.leb_le in Hall.
    destruct Hall as (H1 & H2). apply IZR_lt in H1. apply IZR_le in H2. unfold level in *.
    rewrite inj_det in H1. split; auto. rewrite !mult_IZR, inj_dot, inj_det, Es in H2. fold (sq (inj (znormal d (p, q, r)))) in H2.
    apply (Rmult_le_reg_r (IZR (depth_den s))); auto. lra. }
  assert (Normal : forall p q r, In (p, q, r) shell -> let n := inj (znormal d (p, q, r)) in let D := det (inj p) (inj q) (inj r) in
    dot n (inj p) = D /\ dot n (inj q) = D /\ match d with plane => inside d n | space => dot n (inj r) = D end).
  { intros p q r Hin n D. pose proof (Placed _ Hin) as W. unfold well_placed in W. destruct W as (_ & _ & W).
    unfold n, D. rewrite inj_normal. simpl. clear - W. revert W. generalize (inj p) (inj q).
    destruct d; intros p' q' W.
    - destruct W as (Zp & Zq & k & -> & _). repeat split; [vector|vector|].
      simpl. ring.
    - generalize (inj r). intros r'. repeat split; vector. }
  destruct f as ((p, q), r). destruct (Normal _ _ _ Ef) as (Np & _ & Nr). destruct (Level _ _ _ Ef) as (Lp & _).
  apply (depth_by_ball_and_plane A B d sq_depth (inj (znormal d (p, q, r))) (det (inj p) (inj q) (inj r))).
  - apply (ball_in_shell d (difference A B) (map injf shell) sq_depth (facet_normal d)).
    + apply difference_convex; apply hull_convex.
    + exact meets.
    + intros E. apply map_eq_nil in E. rewrite E in Ef. contradiction.
    + now apply zclosed_closed.
    + intros p' q' r'. rewrite in_map_iff. intros (((p0, q0), r0) & E & Hin). injection E as <- <- <-. now apply Level.
    + intros p' q' r'. rewrite in_map_iff. intros (((p0, q0), r0) & E & Hin). injection E as <- <- <-.
      pose proof (Placed _ Hin) as W. unfold well_placed in W. destruct W as (Cp & Cq & W).
      destruct (Normal _ _ _ Hin) as (N1 & N2 & N3). destruct (Level _ _ _ Hin) as (_ & L).
      rewrite inj_normal in N1, N2, N3, L. simpl injf in *. repeat split; auto.
      clear - W N3. destruct d; auto. destruct W as (Zp & Zq & k & -> & Hk). repeat split; auto.
      simpl. intros E. apply Hk. now apply eq_IZR.
  - clear - Nr. destruct d; auto. exact I.
  - intros E. rewrite E in Np. replace (dot zero (inj p)) with 0 in Np by (generalize (inj p); vector). lra.
  - lra.
  - apply (f_equal IZR) in Hdist. rewrite !mult_IZR, inj_dot in Hdist. unfold level in Hdist. rewrite inj_det, Es in Hdist.
    fold (sq (inj (znormal d (p, q, r)))) in Hdist. apply (Rmult_eq_reg_r (IZR (depth_den s))); [lra|lra].
  - intros a b Ha Hb. apply IZR_le in Hreach. rewrite minus_IZR in Hreach. unfold level in Hreach. rewrite inj_det in Hreach.
    pose proof (hull_greatest_product (znormal d (p, q, r)) PA a Ha). pose proof (hull_least_product (znormal d (p, q, r)) PB b Hb).
    replace (dot _ (sub a b)) with (dot (inj (znormal d (p, q, r))) a - dot (inj (znormal d (p, q, r))) b)
      by (generalize (inj (znormal d (p, q, r))); vector).
    lra.
Qed.

End Depth.

(** ** The line *)

Lemma rounded_0 d (S : set) x : (forall p, S p -> inside d p) -> rounded d S 0 x <-> S x.
Proof.
  intros HS. split.
  - intros (_ & p & Hp & L). pose proof (sq_nonneg (sub x p)). assert (E : sub x p = zero) by (apply sq_zero; lra).
    replace x with p; auto. replace x with (add p (sub x p)) by vector. rewrite E. vector.
  - intros H. split; [auto|]. exists x. split; auto.
    replace (sq (sub x x)) with 0 by vector. lra.
Qed.

Lemma lie_same d k (A B A' B' : set) : (forall x, A' x <-> A x) -> (forall x, B' x <-> B x) -> lie d k A B -> lie d k A' B'.
Proof.
  intros HA HB.
  assert (O : overlapping d A B <-> overlapping d A' B').
  { split; intros (e & He & H); exists e; split; auto; intros x Hx Sx; destruct (H x Hx Sx) as (a & b & Ha & Hb & E);
      exists a, b; repeat split; auto; first [now apply HA|now apply HB]. }
  destruct k; simpl.
  - intros H x (Ha & Hb). apply (H x). split; [now apply HA|now apply HB].
  - intros ((x & Ha & Hb) & H). split; [exists x; split; [now apply HA|now apply HB]|tauto].
  - tauto.
Qed.

(** The class with the radii. *)
Lemma class_sound d (A B : set) a b class core ra rb num den : (forall p, A p -> inside d p) -> (forall p, B p -> inside d p) ->
  A a -> B b -> (forall p q, A p -> B q -> sq (sub a b) <= dot (sub a b) (sub p q)) ->
  (0 < den)%Z -> sq (sub a b) = IZR num / IZR den -> lie d core A B ->
  check_class class core ra rb num den = true -> lie d class (rounded d A (IZR ra)) (rounded d B (IZR rb)).
Proof.
  intros Ia Ib Ha Hb Nearest Dd Edd Lie. unfold check_class. cbv zeta. rewrite !andb_true_iff, !Z.leb_le. intros ((Ra & Rb) & Hclass).
  apply IZR_lt in Dd. set (s := IZR num / IZR den) in *.
  assert (Es : IZR num = s * IZR den) by (unfold s; field; lra).
  assert (Ra' : 0 <= IZR ra) by now apply IZR_le.
  assert (Rb' : 0 <= IZR rb) by now apply IZR_le.
  destruct (ra + rb =? 0)%Z eqn:E0.
  - apply Z.eqb_eq in E0. assert (E1 : ra = 0%Z) by lia. assert (E2 : rb = 0%Z) by lia. rewrite E1, E2.
    assert (Ek : class = core) by (destruct class, core; simpl in Hclass; congruence).
    rewrite Ek. apply (lie_same d _ A B); auto; intros x; now apply rounded_0.
  - apply Z.eqb_neq in E0. assert (Rp : 0 < IZR ra + IZR rb).
    { rewrite <- plus_IZR. apply IZR_lt. lia. }
    assert (Er : IZR (den * ((ra + rb) * (ra + rb))) = IZR den * ((IZR ra + IZR rb) * (IZR ra + IZR rb))) by now rewrite !mult_IZR, !plus_IZR.
    destruct (Z.compare_spec num (den * ((ra + rb) * (ra + rb)))) as [C|C|C]; destruct class; simpl in Hclass; try discriminate; simpl.
    + apply (rounded_touching d A B _ _ Ra' Rb' Ia Ib a b Ha Hb Nearest).
      * rewrite Edd. apply (f_equal IZR) in C. rewrite Er, Es in C. apply (Rmult_eq_reg_r (IZR den)); lra.
      * rewrite Edd. apply (f_equal IZR) in C. rewrite Er, Es in C.
        apply (Rmult_lt_reg_r (IZR den)); auto. rewrite Rmult_0_l, C. apply Rmult_lt_0_compat; nra.
    + apply (rounded_overlapping d A B _ _ Ra' Rb' Ia Ib a b Ha Hb).
      rewrite Edd. apply IZR_lt in C. rewrite Er, Es in C. apply (Rmult_lt_reg_r (IZR den)); lra.
    + apply (rounded_separated d A B _ _ Ra' Rb' a b Ha Hb Nearest).
      rewrite Edd. apply IZR_lt in C. rewrite Er, Es in C. apply (Rmult_lt_reg_r (IZR den)); lra.
Qed.

(** The witness points of a line. *)
Definition witness (l : common) (p : point) : vec := scale (/ IZR (on_den l)) (inj p).

(** The claims of an accepted line are true of the hulls of its points. *)
Theorem check_sound (l : line) : check l = true ->
  holds (dim l) (hull (map inj (points_a l))) (hull (map inj (points_b l))) (IZR (radius_a l)) (IZR (radius_b l)) (class l) (core_class l)
    (witness l (on_a l)) (witness l (on_b l)) (IZR (distance_num l) / IZR (distance_den l))
    (option_map (fun s => IZR (depth_num s) / IZR (depth_den s)) (depth l)).
Proof.
  unfold check. destruct (all _) as [cs|] eqn:Ec; try discriminate. cbv zeta.
  rewrite !andb_true_iff. rewrite !Z.ltb_lt, !Z.eqb_eq, Nat.eqb_eq, !same_eq, !forallb_forall.
  intros ((((((((((((Fa & Fb) & Dd) & Od) & Wd) & Len) & Wn) & Ws) & Ea) & Eb) & Edist) & Hcore) & Hclass).
  unfold witness. set (d := dim l) in *. set (PA := map inj (points_a l)). set (PB := map inj (points_b l)).
  set (a := scale (/ IZR (on_den l)) (inj (on_a l))). set (b := scale (/ IZR (on_den l)) (inj (on_b l))).
  assert (Dd' : 0 < IZR (distance_den l)) by now apply IZR_lt.
  assert (Od' : 0 < IZR (on_den l)) by now apply IZR_lt.
  assert (Wd' : 0 < IZR (weights_den l)) by now apply IZR_lt.
  assert (Ia : forall p, In p PA -> inside d p).
  { intros p. unfold PA. rewrite in_map_iff. intros (q & <- & Hq). apply inj_flat. now apply Fa. }
  assert (Ib : forall p, In p PB -> inside d p).
  { intros p. unfold PB. rewrite in_map_iff. intros (q & <- & Hq). apply inj_flat. now apply Fb. }
  assert (Corner : forall p q, In (p, q) cs -> In p (points_a l) /\ In q (points_b l)) by (intros; eapply corners_in; eauto).
  assert (Wn' : forall w, In w (map IZR (weights l)) -> 0 <= w).
  { intros w. rewrite in_map_iff. intros (z & <- & Hz). apply IZR_le. apply Z.leb_le. now apply Wn. }
  assert (Sum : sum (map IZR (weights l)) = IZR (weights_den l)) by (rewrite <- inj_sum; now rewrite Ws).
  (* The witness points. *)
  assert (Witness : forall P (f : point * point -> point) on,
    (forall c, In c cs -> In (f c) P) ->
    zscale (on_den l) (zcombination (weights l) (map f cs)) = zscale (weights_den l) on ->
    hull (map inj P) (scale (/ IZR (on_den l)) (inj on))).
  { intros P f on Hf E. apply (f_equal inj) in E. rewrite !inj_scale, inj_combination in E.
    destruct (convex_combination (hull (map inj P)) (hull_convex _) (map IZR (weights l)) (map inj (map f cs))) as (c & Hc & E2); auto.
    - rewrite !map_length. auto.
    - rewrite Sum. auto.
    - intros p. rewrite in_map_iff. intros (q & <- & Hq). apply hull_vertex, in_map. rewrite in_map_iff in Hq.
      destruct Hq as (k & <- & Hk). auto.
    - rewrite E2, Sum in E. replace (scale _ _) with c; auto.
      assert (Ex := f_equal vx E). assert (Ey := f_equal vy E). assert (Ez := f_equal vz E). simpl in *.
      apply vec_eq; simpl; apply (Rmult_eq_reg_l (IZR (weights_den l) * IZR (on_den l))); try nra; field_simplify; lra. }
  assert (Ha : hull PA a) by (apply (Witness (points_a l) fst); auto; intros (p, q) Hc; now apply (Corner p q)).
  assert (Hb : hull PB b) by (apply (Witness (points_b l) snd); auto; intros (p, q) Hc; now apply (Corner p q)).
  (* Their distance. *)
  set (v := zsub (on_a l) (on_b l)) in *.
  assert (Ev : sub a b = scale (/ IZR (on_den l)) (inj v)).
  { unfold a, b, v. rewrite inj_sub. generalize (inj (on_a l)) (inj (on_b l)) (/ IZR (on_den l)). vector. }
  set (s := IZR (distance_num l) / IZR (distance_den l)).
  assert (Es : IZR (distance_num l) = s * IZR (distance_den l)) by (unfold s; field; lra).
  assert (Evv : dot (inj v) (inj v) = s * (IZR (on_den l) * IZR (on_den l))).
  { apply (f_equal IZR) in Edist. rewrite !mult_IZR, inj_dot, Es in Edist. apply (Rmult_eq_reg_r (IZR (distance_den l))); lra. }
  assert (Edd : sq (sub a b) = s).
  { rewrite Ev. replace (sq _) with (/ IZR (on_den l) * / IZR (on_den l) * dot (inj v) (inj v))
      by (generalize (inj v) (/ IZR (on_den l)); vector).
    rewrite Evv. field. lra. }
  (* The hulls. *)
  assert (Nearest : forall p q, hull PA p -> hull PB q -> sq (sub a b) <= dot (sub a b) (sub p q)).
  { intros p q Hp Hq. destruct (Z.eq_dec (distance_num l) 0) as [E0|E0].
    - assert (S0 : sq (sub a b) = 0) by (rewrite Edd; unfold s; rewrite E0; unfold Rdiv; ring).
      rewrite S0, (sq_zero _ S0). right. generalize (sub p q). vector.
    - unfold check_core in Hcore. destruct (core_class l).
      + rewrite !andb_true_iff, Z.leb_le in Hcore. destruct Hcore as (_ & H). apply IZR_le in H.
        rewrite mult_IZR, minus_IZR, inj_dot, Evv in H.
        pose proof (hull_least_product v _ p Hp) as Lp. pose proof (hull_greatest_product v _ q Hq) as Gq.
        rewrite Edd, Ev. replace (dot _ (sub p q)) with (/ IZR (on_den l) * (dot (inj v) p - dot (inj v) q))
          by (generalize (inj v) (/ IZR (on_den l)); vector).
        assert (K : s * (IZR (on_den l) * IZR (on_den l)) <= IZR (on_den l) * (dot (inj v) p - dot (inj v) q)) by nra.
        apply (Rmult_le_reg_l (IZR (on_den l) * IZR (on_den l))); [nra|]. field_simplify; [|lra].
        simpl. nra.
      + exfalso. rewrite !andb_true_iff, Z.eqb_eq in Hcore. tauto.
      + exfalso. rewrite !andb_true_iff, Z.eqb_eq in Hcore. tauto. }
  assert (Distance : distance_squared (hull PA) (hull PB) s) by (rewrite <- Edd; now apply nearest_pair).
  assert (Meet : distance_num l = 0%Z -> a = b /\ v = origin).
  { intros E0. assert (S0 : s = 0) by (unfold s; rewrite E0; unfold Rdiv; ring). split.
    - rewrite S0 in Edd. apply sq_zero in Edd. replace a with (add b (sub a b)) by (generalize a b; vector). rewrite Edd. generalize b. vector.
    - apply inj_zero, sq_zero. unfold sq. rewrite Evv, S0. ring. }
  assert (Lie : lie d (core_class l) (hull PA) (hull PB)).
  { unfold check_core in Hcore. destruct (core_class l); simpl.
    - rewrite !andb_true_iff, Z.ltb_lt in Hcore. destruct Hcore as ((_ & P) & _). apply (separated_by_distance _ _ s Distance).
      apply Rmult_lt_0_compat; [now apply IZR_lt|now apply Rinv_0_lt_compat].
    - rewrite !andb_true_iff, negb_true_iff, Z.eqb_eq, Z.leb_le in Hcore. destruct Hcore as ((((_ & E0) & Fn) & Nz) & H).
      destruct (Meet E0) as (E & _). apply (touching_at_plane _ _ d a (inj (normal l))); auto.
      + now rewrite E.
      + now apply inj_flat.
      + intros Z. apply inj_zero in Z. rewrite <- same_eq, Nz in Z. discriminate.
      + intros p q Hp Hq. apply IZR_le in H.
        pose proof (hull_least_product (normal l) _ p Hp). pose proof (hull_greatest_product (normal l) _ q Hq). lra.
    - rewrite !andb_true_iff, Z.eqb_eq, forallb_forall in Hcore. destruct Hcore as (((E0 & Wp) & Sp) & _).
      destruct (Meet E0) as (_ & V0).
      set (M := map (fun ab : point * point => zsub (fst ab) (snd ab)) cs) in *.
      assert (Pos : forall w, In w (map IZR (weights l)) -> 0 < w).
      { intros w. rewrite in_map_iff. intros (z & <- & Hz). apply IZR_lt. apply Z.ltb_lt. now apply Wp. }
      assert (InM : forall m, In m M -> difference (hull PA) (hull PB) (inj m)).
      { intros m. unfold M. rewrite in_map_iff. intros ((p, q) & <- & Hc). apply difference_corner; now apply (Corner p q). }
      assert (FlatM : forall m, In m M -> inside d (inj m)).
      { intros m. unfold M. rewrite in_map_iff. intros ((p, q) & <- & Hc). simpl. rewrite inj_sub.
        apply inside_sub; apply inj_flat; [apply Fa|apply Fb]; now apply (Corner p q). }
      assert (Comb : combination (map IZR (weights l)) (map inj M) = zero).
      { assert (E1 : combination (map IZR (weights l)) (map inj M) =
          sub (inj (zcombination (weights l) (map fst cs))) (inj (zcombination (weights l) (map snd cs)))).
        { rewrite !inj_combination. unfold M. clear. generalize (map IZR (weights l)). intros w. revert w.
          induction cs as [|(p, q) cs IH]; intros [|x w]; simpl; try vector.
          rewrite IH, inj_sub. generalize (inj p) (inj q) (combination w (map inj (map fst cs))) (combination w (map inj (map snd cs))).
          vector. }
        apply (f_equal inj) in Ea, Eb. rewrite !inj_scale in Ea, Eb. apply (scale_inv (IZR (on_den l))); [lra|].
        rewrite E1. transitivity (sub (scale (IZR (on_den l)) (inj (zcombination (weights l) (map fst cs))))
          (scale (IZR (on_den l)) (inj (zcombination (weights l) (map snd cs))))).
        { generalize (inj (zcombination (weights l) (map fst cs))) (inj (zcombination (weights l) (map snd cs))). vector. }
        rewrite Ea, Eb. transitivity (scale (IZR (weights_den l)) (inj v)).
        { unfold v. rewrite inj_sub. generalize (inj (on_a l)) (inj (on_b l)). vector. }
        rewrite V0. unfold origin, inj. vector. }
      change (dim l) with d in Sp. unfold spans in Sp. rewrite existsb_exists in Sp. destruct Sp as (p & Hp & Sp).
      rewrite existsb_exists in Sp. destruct Sp as (q & Hq & Sp).
      assert (R : exists r, det (inj p) (inj q) (inj r) <> 0 /\ match d with plane => True | space => In r M end).
      { clear - Sp. clearbody d. destruct d.
        - exists (axis 1). split; auto. rewrite negb_true_iff, Z.eqb_neq in Sp. rewrite <- inj_det. intros E. apply Sp. now apply eq_IZR.
        - rewrite existsb_exists in Sp. destruct Sp as (r & Hr & Sp). exists r. split; auto.
          rewrite negb_true_iff, Z.eqb_neq in Sp. rewrite <- inj_det. intros E. apply Sp. now apply eq_IZR. }
      destruct R as (r & Dr & Hr).
      apply (interior_by_weights d _ (map IZR (weights l)) (map inj M) (inj p) (inj q) (inj r)); auto.
      + apply difference_convex; apply hull_convex.
      + unfold M. rewrite !map_length. auto.
      + rewrite Sum. auto.
      + intros m. rewrite in_map_iff. intros (z & <- & Hz). auto.
      + now apply in_map.
      + now apply in_map.
      + pose proof (FlatM p Hp) as Ip. pose proof (FlatM q Hq) as Iq. clear - Ip Iq Hr. clearbody d. destruct d; [auto|now apply in_map]. }
  assert (Ia' : forall p, hull PA p -> inside d p) by (apply hull_least; auto using inside_convex).
  assert (Ib' : forall p, hull PB p -> inside d p) by (apply hull_least; auto using inside_convex).
  unfold holds. split; [|split; [|split; [|split; [|split; [|split]]]]]; auto.
  - apply (class_sound d (hull PA) (hull PB) a b _ (core_class l) _ _ (distance_num l) (distance_den l)); auto.
  - destruct (depth l) as [sh|] eqn:Es'; cbn [option_map]; unfold check_core in Hcore; rewrite Es' in Hcore.
    + destruct (core_class l); try (rewrite !andb_true_iff in Hcore; intuition discriminate).
      rewrite !andb_true_iff, Z.eqb_eq in Hcore. destruct Hcore as (((E0 & _) & _) & Hd).
      split; auto. apply check_depth_sound; auto. exists a, b. destruct (Meet E0) as (E & _). repeat split; auto.
      rewrite E. generalize b. vector.
    + intros Eo. rewrite Eo, andb_false_r in Hcore. discriminate.
Qed.

(** The denominators of an accepted line are positive. *)
Lemma check_positive (l : line) : check l = true ->
  (0 < distance_den l)%Z /\ (0 < on_den l)%Z /\ (forall s, depth l = Some s -> (0 < depth_den s)%Z).
Proof.
  unfold check. destruct (all _) as [cs|]; try discriminate. cbv zeta. rewrite !andb_true_iff, !Z.ltb_lt.
  intros H. repeat split; try tauto. intros s Es. destruct H as ((_ & Hcore) & _).
  unfold check_core in Hcore. rewrite Es in Hcore.
  destruct (core_class l); try (rewrite !andb_true_iff in Hcore; intuition discriminate).
  rewrite !andb_true_iff in Hcore. destruct Hcore as (_ & Hd).
  unfold check_depth in Hd. destruct (all _) as [t|]; try discriminate. rewrite !andb_true_iff, Z.ltb_lt in Hd. tauto.
Qed.
