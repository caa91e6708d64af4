(* Reads a line of `gjk check CASE… --proofs FILE` for the proved checker. This file is not proved.

   It is trusted with the claim: that [claim] has the numbers and the classes that the line has, as fractions.
   It is not trusted with the evidence: that [evidence] has the same bodies and numbers on one lattice, over common denominators, is checked by
   the program that is proved, and a mistake there can only refuse a line. *)

module C = Checker

exception Malformed of string
let fail text = raise (Malformed text)

(* JSON: what these lines have of it. *)
type json = Null | Bool of bool | Int of int | String of string | List of json list | Object of (string * json) list

let parse (s : string) : json =
  let n = String.length s and at = ref 0 in
  let peek () = if !at < n then s.[!at] else '\000' in
  let rec blank () = match peek () with ' ' | '\t' | '\r' | '\n' -> incr at; blank () | _ -> () in
  let expect c = blank (); if peek () = c then incr at else fail (Printf.sprintf "%c expected at %d" c !at) in
  let text () =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      match peek () with
      | '"' -> incr at
      | '\\' ->
        incr at;
        (match peek () with
         | '"' | '\\' | '/' as c -> Buffer.add_char b c; incr at
         | 'n' | 't' | 'r' | 'b' | 'f' -> Buffer.add_char b ' '; incr at
         | 'u' -> Buffer.add_char b '?'; at := !at + 5
         | _ -> fail "an escape");
        go ()
      | c -> if !at >= n then fail "an open text" else (Buffer.add_char b c; incr at; go ()) in
    go (); Buffer.contents b in
  let word w v = if !at + String.length w <= n && String.sub s !at (String.length w) = w then (at := !at + String.length w; v) else fail "a word" in
  let rec items : 'a. char -> (unit -> 'a) -> 'a list = fun close item ->
    blank ();
    if peek () = close then (incr at; []) else
      let rec more acc = let x = item () in blank (); if peek () = ',' then (incr at; more (x :: acc)) else (expect close; List.rev (x :: acc)) in
      more []
  and value : unit -> json = fun () ->
    blank ();
    match peek () with
    | '{' ->
      incr at;
      let fields = items '}' (fun () -> let k = text () in expect ':'; let v = value () in (k, v)) in
      let names = List.map fst fields in
      if List.length (List.sort_uniq compare names) < List.length names then fail "a field twice";
      Object fields
    | '[' -> incr at; List (items ']' value)
    | '"' -> String (text ())
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | '-' | '0' .. '9' ->
      let start = !at in
      incr at;
      while (match peek () with '0' .. '9' -> true | _ -> false) do incr at done;
      (match int_of_string_opt (String.sub s start (!at - start)) with Some i -> Int i | None -> fail "a number")
    | _ -> fail (Printf.sprintf "no value at %d" !at) in
  let v = value () in
  blank (); if !at <> n then fail "more than a value"; v

let field_opt name = function Object fields -> List.assoc_opt name fields | _ -> fail "no object"
let field name v = match field_opt name v with Some x -> x | None -> fail ("no " ^ name)
let list = function List l -> l | _ -> fail "no list"
let text = function String s -> s | _ -> fail "no text"
let int = function Int i -> i | _ -> fail "no number"

(* A hexadecimal float: m · 2^e, which is a double. *)
let hexadecimal (s : string) : Z.t * int =
  let negative = s <> "" && s.[0] = '-' in
  let body = if negative then String.sub s 1 (String.length s - 1) else s in
  let n = String.length body in
  if n < 5 || String.sub body 0 2 <> "0x" then fail "no hexadecimal float";
  let p = match String.index_opt body 'p' with Some p -> p | None -> fail "no exponent" in
  let digits = String.sub body 2 (p - 2) in
  let whole, rest = match String.index_opt digits '.' with
    | Some d -> String.sub digits 0 d, String.sub digits (d + 1) (String.length digits - d - 1)
    | None -> digits, "" in
  let all = whole ^ rest in
  if all = "" || not (String.for_all (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false) all) then fail "no digits";
  let e = String.sub body (p + 1) (n - p - 1) in
  let e = if e <> "" && e.[0] = '+' then String.sub e 1 (String.length e - 1) else e in
  if e = "" || not (String.for_all (function '0' .. '9' | '-' -> true | _ -> false) e) then fail "no exponent";
  let m = Z.of_string_base 16 all in
  let e = int_of_string e in
  if abs e > 2000 then fail "beyond doubles";
  let e = e - 4 * String.length rest in
  let zeros = if Z.sign m = 0 then 0 else Z.trailing_zeros m in
  let bits = Z.numbits m in
  if bits - zeros > 53 || m <> Z.zero && (e + zeros < -1074 || e + bits > 1024) then fail "no double";
  ((if negative then Z.neg m else m), e)

let fraction (s : string) : Q.t =
  let number s = if s <> "" && String.for_all (function '0' .. '9' | '-' -> true | _ -> false) s then Z.of_string s else fail "no fraction" in
  match String.split_on_char '/' s with
  | [a] -> Q.of_bigint (number a)
  | [a; b] -> let d = number b in if Z.sign d <= 0 then fail "no denominator" else Q.make (number a) d
  | _ -> fail "no fraction"

let times_two_to k q = if k >= 0 then Q.mul_2exp q k else Q.div_2exp q (-k)

(* Fractions over a common denominator. *)
let common (l : Q.t list) : Z.t list * Z.t =
  let den = List.fold_left (fun d q -> Z.lcm d (Q.den q)) Z.one l in
  (List.map (fun q -> Z.mul (Q.num q) (Z.divexact den (Q.den q))) l, den)

let kind v = match text v with "separated" -> C.Separated | "touching" -> C.Touching | "overlapping" -> C.Overlapping | _ -> fail "no class"
let triple = function [x; y; z] -> ((x, y), z) | _ -> fail "no point"
let frac q = (Q.num q, Q.den q)

(* The numbers of a line, as they stand there. In the plane a point has a third coordinate, which is zero. *)
type body = Points of Q.t list list | Halfspace of Q.t list * Q.t
type numbers = { dim : C.dimension; a : Q.t list list; b : body; radii : Q.t * Q.t; on_a : Q.t list; on_b : Q.t list; distance : Q.t; depth : Q.t option }

(* A coordinate of a body is a hexadecimal float, every other number a fraction. *)
let number v = let m, e = hexadecimal (text v) in times_two_to e (Q.of_bigint m)
let fractions v = List.map (fun x -> fraction (text x)) (list v)

let in_space line l =
  match int (field "dim" line), l with
  | 2, [x; y] -> [x; y; Q.zero]
  | 3, [_; _; _] -> l
  | _ -> fail "a point of another dimension"

let numbers line proof =
  let points v = List.map (fun p -> in_space line (List.map number (list p))) (list v) in
  { dim = (match int (field "dim" line) with 2 -> C.Plane | 3 -> C.Space | _ -> fail "another dimension");
    a = points (field "a" line);
    b = (match field_opt "b" line, field_opt "halfspace" line with
      | Some b, None -> Points (points b)
      | None, Some h -> Halfspace (in_space line (List.map number (list (field "normal" h))), number (field "offset" h))
      | _ -> fail "no B, or two");
    radii = (match field_opt "radii" line with
      | None -> (Q.zero, Q.zero)
      | Some l -> (match list l with [r; s] -> (number r, number s) | _ -> fail "no two radii"));
    on_a = in_space line (fractions (field "on_a" proof));
    on_b = in_space line (fractions (field "on_b" proof));
    distance = fraction (text (field "core_distance_squared" line));
    depth = Option.map (fun v -> fraction (text v)) (field_opt "core_depth_squared" line) }

let claim line n =
  let place p = triple (List.map frac p) in
  let hull points = C.Hull (List.map place points) in
  { C.c_dim = n.dim; c_a = hull n.a; c_b = (match n.b with Points b -> hull b | Halfspace (normal, offset) -> C.Halfspace (place normal, frac offset));
    c_radius_a = frac (fst n.radii); c_radius_b = frac (snd n.radii); c_class = kind (field "class" line); c_core = kind (field "core_class" line);
    c_distance = frac n.distance; c_on_a = place n.on_a; c_on_b = place n.on_b; c_depth = Option.map frac n.depth }

(* From here on the evidence. *)

(* Coq's natural numbers, each kept. *)
let naturals = Hashtbl.create 100
let rec nat i =
  if i < 0 || i > 1_000_000 then fail "no such number" else if i = 0 then C.O else
    match Hashtbl.find_opt naturals i with Some n -> n | None -> let n = up i in Hashtbl.add naturals i n; n
and up i = let rec go j n = if j = i then n else go (j + 1) (C.S n) in go 0 C.O

let pair v = match list v with [i; j] -> (nat (int i), nat (int j)) | _ -> fail "no pair"

(* The power of two in a number: the greatest k for which it is an integer times 2^k. *)
let power q = if Q.sign q = 0 then max_int else Z.trailing_zeros (Q.num q) - Z.trailing_zeros (Q.den q)
let least_power l = match List.fold_left (fun e q -> min e (power q)) max_int l with e when e = max_int -> 0 | e -> e

(* A number in units of 2^e. *)
let on_lattice e q = let q = times_two_to (- e) q in if Z.equal (Q.den q) Z.one then Q.num q else fail "off the lattice"

let common_of line n e =
  let on, on_den = common (List.map (times_two_to (- e)) (n.on_a @ n.on_b)) in
  let distance = times_two_to (-2 * e) n.distance in
  { C.dim = n.dim; radius_a = on_lattice e (fst n.radii); radius_b = on_lattice e (snd n.radii); class0 = kind (field "class" line);
    core_class = kind (field "core_class" line); distance_num = Q.num distance; distance_den = Q.den distance;
    on_a = triple (List.filteri (fun i _ -> i < 3) on); on_b = triple (List.filteri (fun i _ -> i >= 3) on); on_den }

let evidence line proof n =
  let lattice e points = List.map (fun p -> triple (List.map (on_lattice e) p)) points in
  let all = fst n.radii :: snd n.radii :: List.concat n.a in
  let squared e = Option.map (times_two_to (-2 * e)) n.depth in
  match n.b with
  | Points b ->
    let e = least_power (all @ List.concat b) in
    let normal = match field_opt "normal" proof with None -> [Z.zero; Z.zero; Z.zero] | Some v -> fst (common (in_space line (fractions v))) in
    let weights, weights_den = common (fractions (field "weights" proof)) in
    let depth = match field_opt "depth_proof" line, squared e with
      | Some d, Some squared ->
        Some { C.facets = List.map (fun f -> List.map pair (list f)) (list (field "facets" d)); nearest = nat (int (field "nearest" d));
               depth_num = Q.num squared; depth_den = Q.den squared }
      | _ -> None in
    (e, C.Of_hulls { common_of_line = common_of line n e; points_a = lattice e n.a; points_b = lattice e b;
                     pairs = List.map pair (list (field "pairs" proof)); weights; weights_den; normal = triple normal; depth })
  | Halfspace (normal, offset) ->
    let w = least_power normal in
    let e = least_power (times_two_to (- w) offset :: all) in
    (e, C.Of_halfspace (frac (times_two_to w Q.one),
      { common_of_supported = common_of line n e; s_points = lattice e n.a; s_normal = triple (List.map (on_lattice w) normal);
        s_offset = on_lattice (e + w) offset; s_support = nat (int (field "support" proof)); s_depth = Option.map frac (squared e) }))

(* The claim, the unit of the lattice and the evidence; none if the line says that it has no proof. *)
let read (line : json) =
  match field "proof" line with
  | Null -> ignore (text (field "reason" line)); None
  | proof ->
    let n = numbers line proof in
    let e, evidence = evidence line proof n in
    Some (claim line n, frac (times_two_to e Q.one), evidence)
