
val negb : bool -> bool

type nat =
| O
| S of nat

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val add : nat -> nat -> nat

module Nat :
 sig
  val eqb : nat -> nat -> bool
 end

module Pos :
 sig
  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare_cont :
    comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool
 end

module Z :
 sig
  val double : Big_int_Z.big_int -> Big_int_Z.big_int

  val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val opp : Big_int_Z.big_int -> Big_int_Z.big_int

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val max : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val min : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
 end

val hd : 'a1 -> 'a1 list -> 'a1

val nth_error : 'a1 list -> nat -> 'a1 option

val concat : 'a1 list list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

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

val zsub : point -> point -> point

val zadd : point -> point -> point

val zscale : Big_int_Z.big_int -> point -> point

val zdot : point -> point -> Big_int_Z.big_int

val zcross : point -> point -> point

val zdet : point -> point -> point -> Big_int_Z.big_int

val origin : point

val axis : Big_int_Z.big_int -> point

val same : point -> point -> bool

val flat : dimension -> point -> bool

val least : point -> point list -> Big_int_Z.big_int

val greatest : point -> point list -> Big_int_Z.big_int

val zcombination : Big_int_Z.big_int list -> point list -> point

val same_kind : kind -> kind -> bool

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

val all : 'a1 option list -> 'a1 list option

val corner : point list -> point list -> pair -> (point * point) option

val spans : dimension -> point list -> bool

type zfacet = (point * point) * point

val in_space : dimension -> (point * point) list -> zfacet list option

val zcorners : zfacet list -> zfacet list

type edge = point * point

val then_by : comparison -> comparison -> comparison

val order_points : point -> point -> comparison

val order : edge -> edge -> comparison

type tree =
| Leaf
| Node of tree * edge * tree

val insert : edge -> tree -> tree

val found : edge -> tree -> bool

val edge_of : zfacet -> edge

val reversed : edge -> edge

val zclosed : zfacet list -> bool

val znormal : dimension -> zfacet -> point

val level : zfacet -> Big_int_Z.big_int

val check_depth : dimension -> point list -> point list -> shell -> bool

val check_core : line -> point -> (point * point) list -> bool

val check_class :
  kind -> kind -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
  -> Big_int_Z.big_int -> bool

val check : line -> bool

type supported = { common_of_supported : common; s_points : point list;
                   s_normal : point; s_offset : Big_int_Z.big_int;
                   s_support : nat;
                   s_depth : (Big_int_Z.big_int * Big_int_Z.big_int) option }

val check_supported : supported -> bool

type motion = { m_step : point; m_normal : point; m_pairs : pair list;
                m_weights : Big_int_Z.big_int list;
                m_weights_den : Big_int_Z.big_int }

type evidence =
| Of_hulls of line * motion option
| Of_halfspace of fraction * supported * point option

val is_times :
  fraction -> fraction -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val is_square :
  fraction -> fraction -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val is_point : fraction -> fractions -> point -> Big_int_Z.big_int -> bool

val are_points : fraction -> fractions list -> point list -> bool

val same_dimension : dimension -> dimension -> bool

val is_depth :
  fraction -> fraction option -> (Big_int_Z.big_int * Big_int_Z.big_int)
  option -> bool

val says :
  claim -> fraction -> common -> (Big_int_Z.big_int * Big_int_Z.big_int)
  option -> bool

val beyond :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val not_below :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val between :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> (Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> bool) -> bool

val times :
  fraction -> fraction -> (Big_int_Z.big_int -> Big_int_Z.big_int -> bool) ->
  bool

val meets :
  fraction -> line -> motion -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  fractions -> fractions -> bool

val check_cast :
  fraction -> line -> (fractions * passage) option -> motion option -> bool

val check_descent :
  fraction -> supported -> (fractions * passage) option -> point option ->
  bool

val certify : claim -> fraction -> evidence -> bool
