(** * The checker

    The points are on a lattice: their coordinates are integers, and lengths are in its unit. Fractions are pairs of integers. *)

From Coq Require Import ZArith List Bool.
Require Import Words.
Import ListNotations.
Open Scope Z_scope.

Definition point := (Z * Z * Z)%type.

Definition zsub (p q : point) : point := let '(x, y, z) := p in let '(x', y', z') := q in (x - x', y - y', z - z').
Definition zadd (p q : point) : point := let '(x, y, z) := p in let '(x', y', z') := q in (x + x', y + y', z + z').
Definition zscale (s : Z) (p : point) : point := let '(x, y, z) := p in (s * x, s * y, s * z).
Definition zdot (p q : point) : Z := let '(x, y, z) := p in let '(x', y', z') := q in x * x' + y * y' + z * z'.
Definition zcross (p q : point) : point :=
  let '(x, y, z) := p in let '(x', y', z') := q in (y * z' - z * y', z * x' - x * z', x * y' - y * x').
Definition zdet (p q r : point) : Z := zdot p (zcross q r).
Definition origin : point := (0, 0, 0).
Definition axis (s : Z) : point := (0, 0, s).
Definition same (p q : point) : bool :=
  let '(x, y, z) := p in let '(x', y', z') := q in (x =? x') && (y =? y') && (z =? z').

Definition flat (d : dimension) (p : point) : bool := match d with plane => let '(_, _, z) := p in z =? 0 | space => true end.

(** Products with the points of a body. *)
Definition least (n : point) (P : list point) := fold_right (fun p m => Z.min (zdot n p) m) (zdot n (hd origin P)) P.
Definition greatest (n : point) (P : list point) := fold_right (fun p m => Z.max (zdot n p) m) (zdot n (hd origin P)) P.

Fixpoint zcombination (w : list Z) (P : list point) : point :=
  match w, P with s :: w, p :: P => zadd (zscale s p) (zcombination w P) | _, _ => origin end.

(** ** Evidence: a line on the lattice *)

Definition same_kind (k l : kind) : bool :=
  match k, l with Separated, Separated | Touching, Touching | Overlapping, Overlapping => true | _, _ => false end.

(** A point of A and a point of B, by their numbers. *)
Definition pair := (nat * nat)%type.

Record shell := Shell {
  facets : list (list pair);
  nearest : nat;
  depth_num : Z; depth_den : Z  (* the depth, squared *)
}.

(** The claims of a line, on the lattice, for bodies of any kind. *)
Record common := Common {
  dim : dimension;
  radius_a : Z; radius_b : Z;
  class : kind;       (* the class of the bodies with their radii *)
  core_class : kind;  (* the class of the bodies without them *)
  distance_num : Z; distance_den : Z;  (* the distance without the radii, squared *)
  on_a : point; on_b : point; on_den : Z  (* the witness points are on_a / on_den, on_b / on_den *)
}.

Record line := Line {
  common_of_line :> common;
  points_a : list point; points_b : list point;
  pairs : list pair; weights : list Z; weights_den : Z;
  normal : point;
  depth : option shell
}.

Fixpoint all {T} (l : list (option T)) : option (list T) :=
  match l with
  | [] => Some []
  | None :: _ => None
  | Some x :: l => match all l with Some l => Some (x :: l) | None => None end
  end.

Definition corner (A B : list point) (p : pair) : option (point * point) :=
  match nth_error A (fst p), nth_error B (snd p) with Some a, Some b => Some (a, b) | _, _ => None end.

Definition spans (d : dimension) (M : list point) : bool :=
  existsb (fun p => existsb (fun q =>
    match d with
    | plane => negb (zdet p q (axis 1) =? 0)
    | space => existsb (fun r => negb (zdet p q r =? 0)) M
    end) M) M.

(** ** The shell *)

Definition zfacet := (point * point * point)%type.

(** A facet in space. A facet in the plane becomes two in space: with the axis, and reversed with its opposite. *)
Definition in_space (d : dimension) (f : list (point * point)) : option (list zfacet) :=
  match d, map (fun ab => zsub (fst ab) (snd ab)) f with
  | plane, [p; q] => Some [(p, q, axis 1); (q, p, axis (-1))]
  | space, [p; q; r] => Some [(p, q, r)]
  | _, _ => None
  end.

Definition zcorners (shell : list zfacet) : list zfacet :=
  flat_map (fun f => let '(p, q, r) := f in [(p, q, r); (q, r, p); (r, p, q)]) shell.

(** Directed edges in a search tree. Its order makes it fast; that only inserted edges are found does not depend on the order. *)
Definition edge := (point * point)%type.
Definition then_by (c d : comparison) := match c with Eq => d | _ => c end.
Definition order_points (p q : point) :=
  let '(x, y, z) := p in let '(x', y', z') := q in then_by (x ?= x') (then_by (y ?= y') (z ?= z')).
Definition order (e f : edge) := then_by (order_points (fst e) (fst f)) (order_points (snd e) (snd f)).

Inductive tree := Leaf | Node (below : tree) (e : edge) (above : tree).

Fixpoint insert (e : edge) (t : tree) : tree :=
  match t with
  | Leaf => Node Leaf e Leaf
  | Node b f a => match order e f with Eq => t | Lt => Node (insert e b) f a | Gt => Node b f (insert e a) end
  end.

Fixpoint found (e : edge) (t : tree) : bool :=
  match t with
  | Leaf => false
  | Node b f a => match order e f with Eq => true | Lt => found e b | Gt => found e a end
  end.

Definition edge_of (f : zfacet) : edge := let '(p, q, _) := f in (p, q).
Definition reversed (e : edge) : edge := let '(p, q) := e in (q, p).

Definition zclosed (shell : list zfacet) : bool :=
  let edges := map edge_of (zcorners shell) in
  let t := fold_right insert Leaf edges in
  forallb (fun e => found (reversed e) t) edges.

Definition znormal (d : dimension) (f : zfacet) : point :=
  let '(p, q, r) := f in zcross (zsub q p) (match d with plane => r | space => zsub r p end).

Definition level (f : zfacet) : Z := let '(p, q, r) := f in zdet p q r.

Definition check_depth (d : dimension) (A B : list point) (s : shell) : bool :=
  match all (map (fun f => match all (map (corner A B) f) with Some f => in_space d f | None => None end) (facets s)) with
  | None => false
  | Some triangles =>
    let triangles := concat triangles in
    (0 <? depth_den s) && zclosed triangles &&
    forallb (fun f =>
      let h := level f in let n := znormal d f in
      (0 <? h) && (depth_num s * zdot n n <=? depth_den s * (h * h))) triangles &&
    match nth_error triangles (match d with plane => nearest s + nearest s | space => nearest s end) with
    | None => false
    | Some f =>
      let h := level f in let n := znormal d f in
      (depth_num s * zdot n n =? depth_den s * (h * h)) && (greatest n A - least n B <=? h)
    end
  end.

(** ** The line *)

Definition check_core (l : line) (v : point) (corners : list (point * point)) : bool :=
  match core_class l with
  | Separated =>
    match depth l with Some _ => false | None => true end && (0 <? distance_num l) && (zdot v v <=? on_den l * (least v (points_a l) - greatest v (points_b l)))
  | Touching =>
    match depth l with Some _ => false | None => true end && (distance_num l =? 0) && flat (dim l) (normal l) && negb (same (normal l) origin) &&
    (greatest (normal l) (points_b l) <=? least (normal l) (points_a l))
  | Overlapping =>
    (distance_num l =? 0) && forallb (Z.ltb 0) (weights l) && spans (dim l) (map (fun ab => zsub (fst ab) (snd ab)) corners) &&
    match depth l with Some s => check_depth (dim l) (points_a l) (points_b l) s | None => false end
  end.

(** The class with the radii, which are in the unit of the lattice. *)
Definition check_class (class core : kind) (ra rb num den : Z) : bool :=
  let reach := ra + rb in
  (0 <=? ra) && (0 <=? rb) &&
  same_kind class
    (if reach =? 0 then core else match num ?= den * (reach * reach) with Gt => Separated | Eq => Touching | Lt => Overlapping end).

Definition check (l : line) : bool :=
  match all (map (corner (points_a l) (points_b l)) (pairs l)) with
  | None => false
  | Some corners =>
    let v := zsub (on_a l) (on_b l) in
    forallb (flat (dim l)) (points_a l) && forallb (flat (dim l)) (points_b l) &&
    (0 <? distance_den l) && (0 <? on_den l) && (0 <? weights_den l) &&
    (length (weights l) =? length corners)%nat && forallb (Z.leb 0) (weights l) &&
    (fold_right Z.add 0 (weights l) =? weights_den l) &&
    same (zscale (on_den l) (zcombination (weights l) (map fst corners))) (zscale (weights_den l) (on_a l)) &&
    same (zscale (on_den l) (zcombination (weights l) (map snd corners))) (zscale (weights_den l) (on_b l)) &&
    (zdot v v * distance_den l =? distance_num l * (on_den l * on_den l)) &&
    check_core l v corners && check_class (class l) (core_class l) (radius_a l) (radius_b l) (distance_num l) (distance_den l)
  end.

(** ** A hull and a half-space

    The half-space is n·x <= k; the point of the hull with the least product n·p decides all claims. *)

Record supported := Supported {
  common_of_supported :> common;
  s_points : list point;
  s_normal : point; s_offset : Z;
  s_support : nat;           (* the number of a point of A *)
  s_depth : option (Z * Z)   (* squared: numerator and denominator *)
}.

Definition check_supported (l : supported) : bool :=
  match nth_error (s_points l) (s_support l) with
  | None => false
  | Some a =>
    let n := s_normal l in
    let nn := zdot n n in
    let h := zdot n a - s_offset l in
    let gap := Z.max h 0 in
    forallb (flat (dim l)) (s_points l) && flat (dim l) n && negb (same n origin) &&
    (0 <? distance_den l) && (0 <? on_den l) &&
    forallb (fun p => zdot n a <=? zdot n p) (s_points l) &&
    same (on_a l) (zscale (on_den l) a) &&
    same (zscale nn (on_b l)) (zscale (on_den l) (zsub (zscale nn a) (zscale gap n))) &&
    (distance_num l * nn =? distance_den l * (gap * gap)) &&
    same_kind (core_class l) (match h ?= 0 with Gt => Separated | Eq => Touching | Lt => Overlapping end) &&
    match s_depth l with
    | Some (num, den) => (h <? 0) && (0 <? den) && (num * nn =? den * (h * h))
    | None => 0 <=? h
    end &&
    check_class (class l) (core_class l) (radius_a l) (radius_b l) (distance_num l) (distance_den l)
  end.

(** ** A cast: A moves by m_step *)

Record motion := Motion {
  m_step : point;
  m_normal : point;  (* of a plane that is between the bodies until the contact *)
  m_pairs : list pair; m_weights : list Z; m_weights_den : Z  (* of the points of contact *)
}.

(** ** A claim and its evidence, which is on a lattice *)

Inductive evidence :=
  | Of_hulls (l : line) (m : option motion)
  | Of_halfspace (weight : fraction) (l : supported) (step : option point).  (* with the unit of the normal, and the motion *)

(** f = z / w units, with a denominator > 0. *)
Definition is_times (unit f : fraction) (z w : Z) : bool :=
  (0 <? snd f) && (fst f * snd unit * w =? fst unit * z * snd f).

(** f = n / w square units. *)
Definition is_square (unit f : fraction) (n w : Z) : bool :=
  (0 <? snd f) && (fst f * (snd unit * snd unit) * w =? fst unit * fst unit * n * snd f).

Definition is_point (unit : fraction) (p : fractions) (q : point) (w : Z) : bool :=
  let '(x, y, z) := p in let '(x', y', z') := q in is_times unit x x' w && is_times unit y y' w && is_times unit z z' w.

Fixpoint are_points (unit : fraction) (P : list fractions) (Q : list point) : bool :=
  match P, Q with
  | [], [] => true
  | p :: P, q :: Q => is_point unit p q 1 && are_points unit P Q
  | _, _ => false
  end.

Definition same_dimension (d e : dimension) : bool := match d, e with plane, plane | space, space => true | _, _ => false end.

Definition is_depth (unit : fraction) (claimed : option fraction) (found : option (Z * Z)) : bool :=
  match claimed, found with
  | None, None => true
  | Some f, Some (n, w) => is_square unit f n w
  | _, _ => false
  end.

Definition says (c : claim) (unit : fraction) (l : common) (depth_found : option (Z * Z)) : bool :=
  same_dimension (c_dim c) (dim l) && same_kind (c_core c) (core_class l) && same_kind (c_class c) (class l) &&
  is_times unit (c_radius_a c) (radius_a l) 1 && is_times unit (c_radius_b c) (radius_b l) 1 &&
  is_square unit (c_distance c) (distance_num l) (distance_den l) &&
  is_point unit (c_on_a c) (on_a l) (on_den l) && is_point unit (c_on_b c) (on_b l) (on_den l) &&
  is_depth unit (c_depth c) depth_found.

(** ** The motion

    x / w > k and x / w >= k for x, w > 0 and the square of k. *)
Definition beyond (x w squared : Z) : bool := (0 <? x) && (w * w * squared <? x * x).
Definition not_below (x w squared : Z) : bool := (0 <=? x) && (w * w * squared <=? x * x).

(** The least product of a normal with a point of M at the start, and its change over the whole motion. At the time num / den the least product is
    (den * start + num * slope) / den. The squares are of the radii and the normal: no point is shared while the product is greater than its root. *)
Definition between (start slope squared num den : Z) (after : Z -> Z -> Z -> bool) : bool :=
  beyond start 1 squared && after (den * start + num * slope) den squared.

Definition times (low high : fraction) (before : Z -> Z -> bool) : bool :=
  let '(n, d) := low in let '(n', d') := high in
  (0 <? d) && (0 <? d') && (0 <=? n) && (n * d' <=? n' * d) && (n' <=? d') && ((n =? 0) || before n d).

Definition meets (unit : fraction) (l : line) (m : motion) (num den : Z) (a b : fractions) : bool :=
  match all (map (corner (points_a l) (points_b l)) (m_pairs m)) with
  | None => false
  | Some corners =>
    let w := m_weights_den m in
    let on_a := zadd (zscale den (zcombination (m_weights m) (map fst corners))) (zscale (num * w) (m_step m)) in
    let on_b := zscale den (zcombination (m_weights m) (map snd corners)) in
    let v := zsub on_a on_b in
    let reach := w * den * (radius_a l + radius_b l) in
    (0 <? w) && (length (m_weights m) =? length corners)%nat && forallb (Z.leb 0) (m_weights m) && (fold_right Z.add 0 (m_weights m) =? w) &&
    is_point unit a on_a (w * den) && is_point unit b on_b (w * den) && (zdot v v <=? reach * reach)
  end.

Definition check_cast (unit : fraction) (l : line) (claimed : option (fractions * passage)) (found : option motion) : bool :=
  match claimed, found with
  | None, None => true
  | Some (r, p), Some m =>
    let n := m_normal m in
    let reach := radius_a l + radius_b l in
    let free := between (least n (points_a l) - greatest n (points_b l)) (zdot n (m_step m)) (reach * reach * zdot n n) in
    is_point unit r (m_step m) 1 && flat (dim l) (m_step m) &&
    match p with
    | Never => free 1 1 beyond
    | First low high a b => times low high (fun num den => free num den not_below) && meets unit l m (fst high) (snd high) a b
    end
  | _, _ => false
  end.

(** Onto a half-space: the point of support is the lowest one all the time, and its foot is the other point of contact. *)
Definition check_descent (unit : fraction) (l : supported) (claimed : option (fractions * passage)) (found : option point) : bool :=
  match claimed, found, nth_error (s_points l) (s_support l) with
  | None, None, _ => true
  | Some (r, p), Some step, Some lowest =>
    let n := s_normal l in
    let nn := zdot n n in
    let reach := radius_a l + radius_b l in
    let start := zdot n lowest - s_offset l in
    let free := between start (zdot n step) (reach * reach * nn) in
    is_point unit r step 1 && flat (dim l) step &&
    match p with
    | Never => free 1 1 beyond
    | First low high a b =>
      let '(num, den) := high in
      let on_a := zadd (zscale den lowest) (zscale num step) in
      let gap := Z.max (den * start + num * zdot n step) 0 in
      times low high (fun num den => free num den not_below) &&
      is_point unit a on_a den && is_point unit b (zsub (zscale nn on_a) (zscale gap n)) (nn * den) &&
      (gap * gap <=? den * den * (reach * reach * nn))
    end
  | _, _, _ => false
  end.

(** Whether the evidence, on a lattice with this unit, proves the claim. *)
Definition certify (c : claim) (unit : fraction) (e : evidence) : bool :=
  (0 <? fst unit) && (0 <? snd unit) &&
  match e, c_a c, c_b c with
  | Of_hulls l m, Hull A, Hull B =>
    are_points unit A (points_a l) && are_points unit B (points_b l) &&
    says c unit l (option_map (fun s => (depth_num s, depth_den s)) (depth l)) && check l && check_cast unit l (c_cast c) m
  | Of_halfspace weight l step, Hull A, Halfspace n k =>
    (0 <? fst weight) && (0 <? snd weight) &&
    are_points unit A (s_points l) && is_point weight n (s_normal l) 1 &&
    is_times (fst unit * fst weight, snd unit * snd weight) k (s_offset l) 1 &&
    says c unit l (s_depth l) && check_supported l && check_descent unit l (c_cast c) step
  | _, _, _ => false
  end.
