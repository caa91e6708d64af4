
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val add : nat -> nat -> nat **)

let rec add n m =
  match n with
  | O -> m
  | S p -> S (add p m)

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n m =
    match n with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')
 end

module Pos =
 struct
  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec succ = Big_int_Z.succ_big_int

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec add = Big_int_Z.add_big_int

  (** val add_carry :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  and add_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add_carry p q))
        (fun q -> Big_int_Z.mult_int_big_int 2 (add_carry p q))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> Big_int_Z.mult_int_big_int 2 (add_carry p q))
        (fun q ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add p q))
        (fun _ -> Big_int_Z.mult_int_big_int 2 (succ p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ q))
        (fun q -> Big_int_Z.mult_int_big_int 2 (succ q))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int)
        y)
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pred_double x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 p))
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (pred_double p))
      (fun _ -> Big_int_Z.unit_big_int)
      x

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec mul = Big_int_Z.mult_big_int

  (** val compare_cont :
      comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let rec compare_cont = (fun c x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then c else if s < 0 then Lt else Gt)

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let rec eqb p q =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p
 end

module Z =
 struct
  (** val double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p -> (Big_int_Z.mult_int_big_int 2 p))
      (fun p -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2 p))
      x

  (** val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p ->
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p))
      (fun p -> Big_int_Z.minus_big_int (Pos.pred_double p))
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pred_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.minus_big_int Big_int_Z.unit_big_int)
      (fun p -> (Pos.pred_double p))
      (fun p -> Big_int_Z.minus_big_int
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x)) p))
      x

  (** val pos_sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pos_sub x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Pos.pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2
        q))
        (fun q -> Big_int_Z.minus_big_int (Pos.pred_double q))
        (fun _ -> Big_int_Z.zero_big_int)
        y)
      x

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let add = Big_int_Z.add_big_int

  (** val opp : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let opp = Big_int_Z.minus_big_int

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = Big_int_Z.sub_big_int

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let mul = Big_int_Z.mult_big_int

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let eqb = Big_int_Z.eq_big_int

  (** val max :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let max = Big_int_Z.max_big_int

  (** val min :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let min = Big_int_Z.min_big_int
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val nth_error : 'a1 list -> nat -> 'a1 option **)

let rec nth_error l = function
| O -> (match l with
        | [] -> None
        | x :: _ -> Some x)
| S n0 -> (match l with
           | [] -> None
           | _ :: l0 -> nth_error l0 n0)

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

type dimension =
| Plane
| Space

type kind =
| Separated
| Touching
| Overlapping

type fraction = Big_int_Z.big_int * Big_int_Z.big_int

type fractions = (fraction * fraction) * fraction

type shape =
| Hull of fractions list
| Halfspace of fractions * fraction

type passage =
| First of fraction * fraction * fractions * fractions
| Never

type claim = { c_dim : dimension; c_a : shape; c_b : shape;
               c_radius_a : fraction; c_radius_b : fraction; c_class : 
               kind; c_core : kind; c_distance : fraction;
               c_on_a : fractions; c_on_b : fractions;
               c_depth : fraction option;
               c_cast : (fractions * passage) option }

type point = (Big_int_Z.big_int * Big_int_Z.big_int) * Big_int_Z.big_int

(** val zsub : point -> point -> point **)

let zsub p q =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in (((Z.sub x x'), (Z.sub y y')), (Z.sub z0 z'))

(** val zadd : point -> point -> point **)

let zadd p q =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in (((Z.add x x'), (Z.add y y')), (Z.add z0 z'))

(** val zscale : Big_int_Z.big_int -> point -> point **)

let zscale s = function
| (p0, z0) -> let (x, y) = p0 in (((Z.mul s x), (Z.mul s y)), (Z.mul s z0))

(** val zdot : point -> point -> Big_int_Z.big_int **)

let zdot p q =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in Z.add (Z.add (Z.mul x x') (Z.mul y y')) (Z.mul z0 z')

(** val zcross : point -> point -> point **)

let zcross p q =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in
  (((Z.sub (Z.mul y z') (Z.mul z0 y')), (Z.sub (Z.mul z0 x') (Z.mul x z'))),
  (Z.sub (Z.mul x y') (Z.mul y x')))

(** val zdet : point -> point -> point -> Big_int_Z.big_int **)

let zdet p q r =
  zdot p (zcross q r)

(** val origin : point **)

let origin =
  ((Big_int_Z.zero_big_int, Big_int_Z.zero_big_int), Big_int_Z.zero_big_int)

(** val axis : Big_int_Z.big_int -> point **)

let axis s =
  ((Big_int_Z.zero_big_int, Big_int_Z.zero_big_int), s)

(** val same : point -> point -> bool **)

let same p q =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in (&&) ((&&) (Z.eqb x x') (Z.eqb y y')) (Z.eqb z0 z')

(** val flat : dimension -> point -> bool **)

let flat d p =
  match d with
  | Plane -> let (_, z0) = p in Z.eqb z0 Big_int_Z.zero_big_int
  | Space -> true

(** val least : point -> point list -> Big_int_Z.big_int **)

let least n p =
  fold_right (fun p0 m -> Z.min (zdot n p0) m) (zdot n (hd origin p)) p

(** val greatest : point -> point list -> Big_int_Z.big_int **)

let greatest n p =
  fold_right (fun p0 m -> Z.max (zdot n p0) m) (zdot n (hd origin p)) p

(** val zcombination : Big_int_Z.big_int list -> point list -> point **)

let rec zcombination w p =
  match w with
  | [] -> origin
  | s :: w0 ->
    (match p with
     | [] -> origin
     | p0 :: p1 -> zadd (zscale s p0) (zcombination w0 p1))

(** val same_kind : kind -> kind -> bool **)

let same_kind k l =
  match k with
  | Separated -> (match l with
                  | Separated -> true
                  | _ -> false)
  | Touching -> (match l with
                 | Touching -> true
                 | _ -> false)
  | Overlapping -> (match l with
                    | Overlapping -> true
                    | _ -> false)

type pair = nat * nat

type shell = { facets : pair list list; nearest : nat;
               depth_num : Big_int_Z.big_int; depth_den : Big_int_Z.big_int }

type common = { dim : dimension; radius_a : Big_int_Z.big_int;
                radius_b : Big_int_Z.big_int; class0 : kind;
                core_class : kind; distance_num : Big_int_Z.big_int;
                distance_den : Big_int_Z.big_int; on_a : point; on_b : 
                point; on_den : Big_int_Z.big_int }

type line = { common_of_line : common; points_a : point list;
              points_b : point list; pairs : pair list;
              weights : Big_int_Z.big_int list;
              weights_den : Big_int_Z.big_int; normal : point;
              depth : shell option }

(** val all : 'a1 option list -> 'a1 list option **)

let rec all = function
| [] -> Some []
| o :: l0 ->
  (match o with
   | Some x -> (match all l0 with
                | Some l1 -> Some (x :: l1)
                | None -> None)
   | None -> None)

(** val corner :
    point list -> point list -> pair -> (point * point) option **)

let corner a b p =
  match nth_error a (fst p) with
  | Some a0 ->
    (match nth_error b (snd p) with
     | Some b0 -> Some (a0, b0)
     | None -> None)
  | None -> None

(** val spans : dimension -> point list -> bool **)

let spans d m =
  existsb (fun p ->
    existsb (fun q ->
      match d with
      | Plane ->
        negb
          (Z.eqb (zdet p q (axis Big_int_Z.unit_big_int))
            Big_int_Z.zero_big_int)
      | Space ->
        existsb (fun r -> negb (Z.eqb (zdet p q r) Big_int_Z.zero_big_int)) m)
      m) m

type zfacet = (point * point) * point

(** val in_space : dimension -> (point * point) list -> zfacet list option **)

let in_space d f =
  match d with
  | Plane ->
    (match map (fun ab -> zsub (fst ab) (snd ab)) f with
     | [] -> None
     | p :: l ->
       (match l with
        | [] -> None
        | q :: l0 ->
          (match l0 with
           | [] ->
             Some (((p, q), (axis Big_int_Z.unit_big_int)) :: (((q, p),
               (axis (Big_int_Z.minus_big_int Big_int_Z.unit_big_int))) :: []))
           | _ :: _ -> None)))
  | Space ->
    (match map (fun ab -> zsub (fst ab) (snd ab)) f with
     | [] -> None
     | p :: l ->
       (match l with
        | [] -> None
        | q :: l0 ->
          (match l0 with
           | [] -> None
           | r :: l1 ->
             (match l1 with
              | [] -> Some (((p, q), r) :: [])
              | _ :: _ -> None))))

(** val zcorners : zfacet list -> zfacet list **)

let zcorners shell0 =
  flat_map (fun f ->
    let (y, r) = f in
    let (p, q) = y in ((p, q), r) :: (((q, r), p) :: (((r, p), q) :: [])))
    shell0

type edge = point * point

(** val then_by : comparison -> comparison -> comparison **)

let then_by c d =
  match c with
  | Eq -> d
  | _ -> c

(** val order_points : point -> point -> comparison **)

let order_points p q =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in
  then_by (Z.compare x x') (then_by (Z.compare y y') (Z.compare z0 z'))

(** val order : edge -> edge -> comparison **)

let order e f =
  then_by (order_points (fst e) (fst f)) (order_points (snd e) (snd f))

type tree =
| Leaf
| Node of tree * edge * tree

(** val insert : edge -> tree -> tree **)

let rec insert e t = match t with
| Leaf -> Node (Leaf, e, Leaf)
| Node (b, f, a) ->
  (match order e f with
   | Eq -> t
   | Lt -> Node ((insert e b), f, a)
   | Gt -> Node (b, f, (insert e a)))

(** val found : edge -> tree -> bool **)

let rec found e = function
| Leaf -> false
| Node (b, f, a) ->
  (match order e f with
   | Eq -> true
   | Lt -> found e b
   | Gt -> found e a)

(** val edge_of : zfacet -> edge **)

let edge_of = function
| (p0, _) -> p0

(** val reversed : edge -> edge **)

let reversed = function
| (p, q) -> (q, p)

(** val zclosed : zfacet list -> bool **)

let zclosed shell0 =
  let edges = map edge_of (zcorners shell0) in
  let t = fold_right insert Leaf edges in
  forallb (fun e -> found (reversed e) t) edges

(** val znormal : dimension -> zfacet -> point **)

let znormal d = function
| (p0, r) ->
  let (p, q) = p0 in
  zcross (zsub q p) (match d with
                     | Plane -> r
                     | Space -> zsub r p)

(** val level : zfacet -> Big_int_Z.big_int **)

let level = function
| (p0, r) -> let (p, q) = p0 in zdet p q r

(** val check_depth :
    dimension -> point list -> point list -> shell -> bool **)

let check_depth d a b s =
  match all
          (map (fun f ->
            match all (map (corner a b) f) with
            | Some f0 -> in_space d f0
            | None -> None) s.facets) with
  | Some triangles ->
    let triangles0 = concat triangles in
    (&&)
      ((&&)
        ((&&) (Z.ltb Big_int_Z.zero_big_int s.depth_den) (zclosed triangles0))
        (forallb (fun f ->
          let h = level f in
          let n = znormal d f in
          (&&) (Z.ltb Big_int_Z.zero_big_int h)
            (Z.leb (Z.mul s.depth_num (zdot n n))
              (Z.mul s.depth_den (Z.mul h h)))) triangles0))
      (match nth_error triangles0
               (match d with
                | Plane -> add s.nearest s.nearest
                | Space -> s.nearest) with
       | Some f ->
         let h = level f in
         let n = znormal d f in
         (&&)
           (Z.eqb (Z.mul s.depth_num (zdot n n))
             (Z.mul s.depth_den (Z.mul h h)))
           (Z.leb (Z.sub (greatest n a) (least n b)) h)
       | None -> false)
  | None -> false

(** val check_core : line -> point -> (point * point) list -> bool **)

let check_core l v corners =
  match l.common_of_line.core_class with
  | Separated ->
    (&&)
      ((&&) (match l.depth with
             | Some _ -> false
             | None -> true)
        (Z.ltb Big_int_Z.zero_big_int l.common_of_line.distance_num))
      (Z.leb (zdot v v)
        (Z.mul l.common_of_line.on_den
          (Z.sub (least v l.points_a) (greatest v l.points_b))))
  | Touching ->
    (&&)
      ((&&)
        ((&&)
          ((&&) (match l.depth with
                 | Some _ -> false
                 | None -> true)
            (Z.eqb l.common_of_line.distance_num Big_int_Z.zero_big_int))
          (flat l.common_of_line.dim l.normal)) (negb (same l.normal origin)))
      (Z.leb (greatest l.normal l.points_b) (least l.normal l.points_a))
  | Overlapping ->
    (&&)
      ((&&)
        ((&&) (Z.eqb l.common_of_line.distance_num Big_int_Z.zero_big_int)
          (forallb (Z.ltb Big_int_Z.zero_big_int) l.weights))
        (spans l.common_of_line.dim
          (map (fun ab -> zsub (fst ab) (snd ab)) corners)))
      (match l.depth with
       | Some s -> check_depth l.common_of_line.dim l.points_a l.points_b s
       | None -> false)

(** val check_class :
    kind -> kind -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let check_class class1 core ra rb num den =
  let reach = Z.add ra rb in
  (&&)
    ((&&) (Z.leb Big_int_Z.zero_big_int ra) (Z.leb Big_int_Z.zero_big_int rb))
    (same_kind class1
      (if Z.eqb reach Big_int_Z.zero_big_int
       then core
       else (match Z.compare num (Z.mul den (Z.mul reach reach)) with
             | Eq -> Touching
             | Lt -> Overlapping
             | Gt -> Separated)))

(** val check : line -> bool **)

let check l =
  match all (map (corner l.points_a l.points_b) l.pairs) with
  | Some corners ->
    let v = zsub l.common_of_line.on_a l.common_of_line.on_b in
    (&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&)
                      ((&&)
                        ((&&)
                          ((&&)
                            (forallb (flat l.common_of_line.dim) l.points_a)
                            (forallb (flat l.common_of_line.dim) l.points_b))
                          (Z.ltb Big_int_Z.zero_big_int
                            l.common_of_line.distance_den))
                        (Z.ltb Big_int_Z.zero_big_int l.common_of_line.on_den))
                      (Z.ltb Big_int_Z.zero_big_int l.weights_den))
                    (Nat.eqb (length l.weights) (length corners)))
                  (forallb (Z.leb Big_int_Z.zero_big_int) l.weights))
                (Z.eqb (fold_right Z.add Big_int_Z.zero_big_int l.weights)
                  l.weights_den))
              (same
                (zscale l.common_of_line.on_den
                  (zcombination l.weights (map fst corners)))
                (zscale l.weights_den l.common_of_line.on_a)))
            (same
              (zscale l.common_of_line.on_den
                (zcombination l.weights (map snd corners)))
              (zscale l.weights_den l.common_of_line.on_b)))
          (Z.eqb (Z.mul (zdot v v) l.common_of_line.distance_den)
            (Z.mul l.common_of_line.distance_num
              (Z.mul l.common_of_line.on_den l.common_of_line.on_den))))
        (check_core l v corners))
      (check_class l.common_of_line.class0 l.common_of_line.core_class
        l.common_of_line.radius_a l.common_of_line.radius_b
        l.common_of_line.distance_num l.common_of_line.distance_den)
  | None -> false

type supported = { common_of_supported : common; s_points : point list;
                   s_normal : point; s_offset : Big_int_Z.big_int;
                   s_support : nat;
                   s_depth : (Big_int_Z.big_int * Big_int_Z.big_int) option }

(** val check_supported : supported -> bool **)

let check_supported l =
  match nth_error l.s_points l.s_support with
  | Some a ->
    let n = l.s_normal in
    let nn = zdot n n in
    let h = Z.sub (zdot n a) l.s_offset in
    let gap = Z.max h Big_int_Z.zero_big_int in
    (&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&)
                      ((&&)
                        ((&&)
                          (forallb (flat l.common_of_supported.dim)
                            l.s_points) (flat l.common_of_supported.dim n))
                        (negb (same n origin)))
                      (Z.ltb Big_int_Z.zero_big_int
                        l.common_of_supported.distance_den))
                    (Z.ltb Big_int_Z.zero_big_int
                      l.common_of_supported.on_den))
                  (forallb (fun p -> Z.leb (zdot n a) (zdot n p)) l.s_points))
                (same l.common_of_supported.on_a
                  (zscale l.common_of_supported.on_den a)))
              (same (zscale nn l.common_of_supported.on_b)
                (zscale l.common_of_supported.on_den
                  (zsub (zscale nn a) (zscale gap n)))))
            (Z.eqb (Z.mul l.common_of_supported.distance_num nn)
              (Z.mul l.common_of_supported.distance_den (Z.mul gap gap))))
          (same_kind l.common_of_supported.core_class
            (match Z.compare h Big_int_Z.zero_big_int with
             | Eq -> Touching
             | Lt -> Overlapping
             | Gt -> Separated)))
        (match l.s_depth with
         | Some p ->
           let (num, den) = p in
           (&&)
             ((&&) (Z.ltb h Big_int_Z.zero_big_int)
               (Z.ltb Big_int_Z.zero_big_int den))
             (Z.eqb (Z.mul num nn) (Z.mul den (Z.mul h h)))
         | None -> Z.leb Big_int_Z.zero_big_int h))
      (check_class l.common_of_supported.class0
        l.common_of_supported.core_class l.common_of_supported.radius_a
        l.common_of_supported.radius_b l.common_of_supported.distance_num
        l.common_of_supported.distance_den)
  | None -> false

type motion = { m_step : point; m_normal : point; m_pairs : pair list;
                m_weights : Big_int_Z.big_int list;
                m_weights_den : Big_int_Z.big_int }

type evidence =
| Of_hulls of line * motion option
| Of_halfspace of fraction * supported * point option

(** val is_times :
    fraction -> fraction -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let is_times unit0 f z0 w =
  (&&) (Z.ltb Big_int_Z.zero_big_int (snd f))
    (Z.eqb (Z.mul (Z.mul (fst f) (snd unit0)) w)
      (Z.mul (Z.mul (fst unit0) z0) (snd f)))

(** val is_square :
    fraction -> fraction -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let is_square unit0 f n w =
  (&&) (Z.ltb Big_int_Z.zero_big_int (snd f))
    (Z.eqb (Z.mul (Z.mul (fst f) (Z.mul (snd unit0) (snd unit0))) w)
      (Z.mul (Z.mul (Z.mul (fst unit0) (fst unit0)) n) (snd f)))

(** val is_point :
    fraction -> fractions -> point -> Big_int_Z.big_int -> bool **)

let is_point unit0 p q w =
  let (p0, z0) = p in
  let (x, y) = p0 in
  let (p1, z') = q in
  let (x', y') = p1 in
  (&&) ((&&) (is_times unit0 x x' w) (is_times unit0 y y' w))
    (is_times unit0 z0 z' w)

(** val are_points : fraction -> fractions list -> point list -> bool **)

let rec are_points unit0 p q =
  match p with
  | [] -> (match q with
           | [] -> true
           | _ :: _ -> false)
  | p0 :: p1 ->
    (match q with
     | [] -> false
     | q0 :: q1 ->
       (&&) (is_point unit0 p0 q0 Big_int_Z.unit_big_int)
         (are_points unit0 p1 q1))

(** val same_dimension : dimension -> dimension -> bool **)

let same_dimension d e =
  match d with
  | Plane -> (match e with
              | Plane -> true
              | Space -> false)
  | Space -> (match e with
              | Plane -> false
              | Space -> true)

(** val is_depth :
    fraction -> fraction option -> (Big_int_Z.big_int * Big_int_Z.big_int)
    option -> bool **)

let is_depth unit0 claimed found0 =
  match claimed with
  | Some f ->
    (match found0 with
     | Some p -> let (n, w) = p in is_square unit0 f n w
     | None -> false)
  | None -> (match found0 with
             | Some _ -> false
             | None -> true)

(** val says :
    claim -> fraction -> common -> (Big_int_Z.big_int * Big_int_Z.big_int)
    option -> bool **)

let says c unit0 l depth_found =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&) (same_dimension c.c_dim l.dim)
                  (same_kind c.c_core l.core_class))
                (same_kind c.c_class l.class0))
              (is_times unit0 c.c_radius_a l.radius_a Big_int_Z.unit_big_int))
            (is_times unit0 c.c_radius_b l.radius_b Big_int_Z.unit_big_int))
          (is_square unit0 c.c_distance l.distance_num l.distance_den))
        (is_point unit0 c.c_on_a l.on_a l.on_den))
      (is_point unit0 c.c_on_b l.on_b l.on_den))
    (is_depth unit0 c.c_depth depth_found)

(** val beyond :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let beyond x w squared =
  (&&) (Z.ltb Big_int_Z.zero_big_int x)
    (Z.ltb (Z.mul (Z.mul w w) squared) (Z.mul x x))

(** val not_below :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let not_below x w squared =
  (&&) (Z.leb Big_int_Z.zero_big_int x)
    (Z.leb (Z.mul (Z.mul w w) squared) (Z.mul x x))

(** val between :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> (Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> bool) -> bool **)

let between start slope squared num den after =
  (&&) (beyond start Big_int_Z.unit_big_int squared)
    (after (Z.add (Z.mul den start) (Z.mul num slope)) den squared)

(** val times :
    fraction -> fraction -> (Big_int_Z.big_int -> Big_int_Z.big_int -> bool)
    -> bool **)

let times low high before =
  let (n, d) = low in
  let (n', d') = high in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (Z.ltb Big_int_Z.zero_big_int d)
            (Z.ltb Big_int_Z.zero_big_int d'))
          (Z.leb Big_int_Z.zero_big_int n)) (Z.leb (Z.mul n d') (Z.mul n' d)))
      (Z.leb n' d')) ((||) (Z.eqb n Big_int_Z.zero_big_int) (before n d))

(** val meets :
    fraction -> line -> motion -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    fractions -> fractions -> bool **)

let meets unit0 l m num den a b =
  match all (map (corner l.points_a l.points_b) m.m_pairs) with
  | Some corners ->
    let w = m.m_weights_den in
    let on_a0 =
      zadd (zscale den (zcombination m.m_weights (map fst corners)))
        (zscale (Z.mul num w) m.m_step)
    in
    let on_b0 = zscale den (zcombination m.m_weights (map snd corners)) in
    let v = zsub on_a0 on_b0 in
    let reach =
      Z.mul (Z.mul w den)
        (Z.add l.common_of_line.radius_a l.common_of_line.radius_b)
    in
    (&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) (Z.ltb Big_int_Z.zero_big_int w)
                (Nat.eqb (length m.m_weights) (length corners)))
              (forallb (Z.leb Big_int_Z.zero_big_int) m.m_weights))
            (Z.eqb (fold_right Z.add Big_int_Z.zero_big_int m.m_weights) w))
          (is_point unit0 a on_a0 (Z.mul w den)))
        (is_point unit0 b on_b0 (Z.mul w den)))
      (Z.leb (zdot v v) (Z.mul reach reach))
  | None -> false

(** val check_cast :
    fraction -> line -> (fractions * passage) option -> motion option -> bool **)

let check_cast unit0 l claimed found0 =
  match claimed with
  | Some p0 ->
    let (r, p) = p0 in
    (match found0 with
     | Some m ->
       let n = m.m_normal in
       let reach = Z.add l.common_of_line.radius_a l.common_of_line.radius_b
       in
       let free =
         between (Z.sub (least n l.points_a) (greatest n l.points_b))
           (zdot n m.m_step) (Z.mul (Z.mul reach reach) (zdot n n))
       in
       (&&)
         ((&&) (is_point unit0 r m.m_step Big_int_Z.unit_big_int)
           (flat l.common_of_line.dim m.m_step))
         (match p with
          | First (low, high, a, b) ->
            (&&) (times low high (fun num den -> free num den not_below))
              (meets unit0 l m (fst high) (snd high) a b)
          | Never -> free Big_int_Z.unit_big_int Big_int_Z.unit_big_int beyond)
     | None -> false)
  | None -> (match found0 with
             | Some _ -> false
             | None -> true)

(** val check_descent :
    fraction -> supported -> (fractions * passage) option -> point option ->
    bool **)

let check_descent unit0 l claimed found0 =
  match claimed with
  | Some p0 ->
    let (r, p) = p0 in
    (match found0 with
     | Some step ->
       (match nth_error l.s_points l.s_support with
        | Some lowest ->
          let n = l.s_normal in
          let nn = zdot n n in
          let reach =
            Z.add l.common_of_supported.radius_a
              l.common_of_supported.radius_b
          in
          let start = Z.sub (zdot n lowest) l.s_offset in
          let free =
            between start (zdot n step) (Z.mul (Z.mul reach reach) nn)
          in
          (&&)
            ((&&) (is_point unit0 r step Big_int_Z.unit_big_int)
              (flat l.common_of_supported.dim step))
            (match p with
             | First (low, high, a, b) ->
               let (num, den) = high in
               let on_a0 = zadd (zscale den lowest) (zscale num step) in
               let gap =
                 Z.max (Z.add (Z.mul den start) (Z.mul num (zdot n step)))
                   Big_int_Z.zero_big_int
               in
               (&&)
                 ((&&)
                   ((&&)
                     (times low high (fun num0 den0 ->
                       free num0 den0 not_below))
                     (is_point unit0 a on_a0 den))
                   (is_point unit0 b (zsub (zscale nn on_a0) (zscale gap n))
                     (Z.mul nn den)))
                 (Z.leb (Z.mul gap gap)
                   (Z.mul (Z.mul den den) (Z.mul (Z.mul reach reach) nn)))
             | Never ->
               free Big_int_Z.unit_big_int Big_int_Z.unit_big_int beyond)
        | None -> false)
     | None -> false)
  | None -> (match found0 with
             | Some _ -> false
             | None -> true)

(** val certify : claim -> fraction -> evidence -> bool **)

let certify c unit0 e =
  (&&)
    ((&&) (Z.ltb Big_int_Z.zero_big_int (fst unit0))
      (Z.ltb Big_int_Z.zero_big_int (snd unit0)))
    (match e with
     | Of_hulls (l, m) ->
       (match c.c_a with
        | Hull a ->
          (match c.c_b with
           | Hull b ->
             (&&)
               ((&&)
                 ((&&)
                   ((&&) (are_points unit0 a l.points_a)
                     (are_points unit0 b l.points_b))
                   (says c unit0 l.common_of_line
                     (option_map (fun s -> (s.depth_num, s.depth_den))
                       l.depth))) (check l)) (check_cast unit0 l c.c_cast m)
           | Halfspace (_, _) -> false)
        | Halfspace (_, _) -> false)
     | Of_halfspace (weight, l, step) ->
       (match c.c_a with
        | Hull a ->
          (match c.c_b with
           | Hull _ -> false
           | Halfspace (n, k) ->
             (&&)
               ((&&)
                 ((&&)
                   ((&&)
                     ((&&)
                       ((&&)
                         ((&&) (Z.ltb Big_int_Z.zero_big_int (fst weight))
                           (Z.ltb Big_int_Z.zero_big_int (snd weight)))
                         (are_points unit0 a l.s_points))
                       (is_point weight n l.s_normal Big_int_Z.unit_big_int))
                     (is_times ((Z.mul (fst unit0) (fst weight)),
                       (Z.mul (snd unit0) (snd weight))) k l.s_offset
                       Big_int_Z.unit_big_int))
                   (says c unit0 l.common_of_supported l.s_depth))
                 (check_supported l)) (check_descent unit0 l c.c_cast step))
        | Halfspace (_, _) -> false))
