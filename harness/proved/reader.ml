(* Reads a line of `gjk check CASE… --proofs FILE`. This file is not proved; it is trusted that [claim] is the claim of the line.
   It knows every field that a line may have, and refuses others, so nothing else in a line can be mistaken for a claim. *)

module C = Checker

exception Malformed of string
let fail text = raise (Malformed text)

(* JSON, except numbers other than integers and escapes in the names of fields, which no line has. *)
type json = Null | Int of int | String of string | List of json list | Object of (string * json) list

let is_digit = function '0' .. '9' -> true | _ -> false

let parse (s : string) : json =
  let n = String.length s and at = ref 0 in
  let peek () = if !at < n then s.[!at] else '\000' in
  let rec blank () = match peek () with ' ' | '\t' | '\r' | '\n' -> incr at; blank () | _ -> () in
  let expect c = blank (); if peek () = c then incr at else fail (Printf.sprintf "%c expected at %d" c !at) in
  let hexadecimal_digit () = match peek () with '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> incr at | _ -> fail "an escape" in
  let text may_escape =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      match peek () with
      | '"' -> incr at
      | '\\' when may_escape ->
        incr at;
        (match peek () with
         | '"' | '\\' | '/' | 'n' | 't' | 'r' | 'b' | 'f' -> incr at
         | 'u' -> incr at; for _ = 1 to 4 do hexadecimal_digit () done
         | _ -> fail "an escape");
        (* Only labels have escapes: a text with an escape is neither a number nor a class. *)
        Buffer.add_char b '\\'; go ()
      | c -> if c < ' ' then fail "an open text, or an escape" else if c = '\\' then fail "an escape in a name" else (Buffer.add_char b c; incr at; go ()) in
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
      let fields = items '}' (fun () -> let k = text false in expect ':'; let v = value () in (k, v)) in
      let names = List.map fst fields in
      if List.length (List.sort_uniq compare names) < List.length names then fail "a field twice";
      Object fields
    | '[' -> incr at; List (items ']' value)
    | '"' -> String (text true)
    | 'n' -> word "null" Null
    | '-' | '0' .. '9' ->
      let start = !at in
      if peek () = '-' then incr at;
      if peek () = '0' && !at + 1 < n && is_digit s.[!at + 1] then fail "a number that begins with 0";
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

(* An object with these fields and no others. *)
let only names v =
  match v with
  | Object fields -> List.iter (fun (name, _) -> if not (List.mem name names) then fail ("a field that no such line has: " ^ name)) fields; v
  | _ -> fail "no object"

(* Numbers. *)
let all_of test s = s <> "" && String.for_all test s
let is_hexadecimal = function '0' .. '9' | 'a' .. 'f' -> true | _ -> false
let without_sign s = if s <> "" && s.[0] = '-' then (true, String.sub s 1 (String.length s - 1)) else (false, s)
let split c s = match String.index_opt s c with Some i -> (String.sub s 0 i, Some (String.sub s (i + 1) (String.length s - i - 1))) | None -> (s, None)

(* A hexadecimal float m · 2^e, which has to be a double. *)
let hexadecimal (s : string) : Z.t * int =
  let negative, body = without_sign s in
  if String.length body < 2 || String.sub body 0 2 <> "0x" then fail "no hexadecimal float";
  let digits, power = split 'p' (String.sub body 2 (String.length body - 2)) in
  let whole, rest = split '.' digits in
  let power = match power with Some p -> p | None -> fail "no exponent" in
  let down, places = if power <> "" && power.[0] = '+' then (false, String.sub power 1 (String.length power - 1)) else without_sign power in
  if not (all_of is_hexadecimal whole && (rest = None || all_of is_hexadecimal (Option.get rest)) && all_of is_digit places && String.length places <= 4) then
    fail "no hexadecimal float";
  let rest = Option.value rest ~default:"" in
  let m = Z.of_string_base 16 (whole ^ rest) in
  let e = (if down then - int_of_string places else int_of_string places) - 4 * String.length rest in
  let zeros = if Z.sign m = 0 then 0 else Z.trailing_zeros m in
  let bits = Z.numbits m in
  if bits - zeros > 53 || Z.sign m <> 0 && (e + zeros < -1074 || e + bits > 1024) then fail "no double";
  ((if negative then Z.neg m else m), if Z.sign m = 0 then 0 else e)

let fraction (s : string) : Q.t =
  let negative, body = without_sign s in
  let number s = if all_of is_digit s then Z.of_string s else fail "no fraction" in
  let num, den = match split '/' body with num, None -> (number num, Z.one) | num, Some den -> (number num, number den) in
  if Z.sign den = 0 then fail "no denominator" else Q.make (if negative then Z.neg num else num) den

let times_two_to k q = if k >= 0 then Q.mul_2exp q k else Q.div_2exp q (-k)

let kind v = match text v with "separated" -> C.Separated | "touching" -> C.Touching | "overlapping" -> C.Overlapping | _ -> fail "no class"
let triple = function [x; y; z] -> ((x, y), z) | _ -> fail "no point"
let frac q = (Q.num q, Q.den q)

(* The numbers of a line, unchanged. In the plane a point has a third coordinate, which is zero. *)
type body = Points of Q.t list list | Halfspace of Q.t list * Q.t
type numbers = { dim : C.dimension; a : Q.t list list; b : body; radii : Q.t * Q.t; on_a : Q.t list; on_b : Q.t list; distance : Q.t; depth : Q.t option }

(* A coordinate of a body is a hexadecimal float; every other number is a fraction. *)
let number v = let m, e = hexadecimal (text v) in times_two_to e (Q.of_bigint m)
let fractions v = List.map (fun x -> fraction (text x)) (list v)

let in_space line l =
  match int (field "dim" line), l with
  | 2, [x; y] -> [x; y; Q.zero]
  | 3, [_; _; _] -> l
  | _ -> fail "a point of another dimension"

let labels = ["file"; "case"; "scalar"; "parts"]
let claims = ["dim"; "a"; "b"; "halfspace"; "radii"; "class"; "core_class"; "core_distance_squared"; "core_depth_squared"; "proof"; "depth_proof"; "cast"; "first_contact"; "never"]

let numbers line =
  let line = only (labels @ claims) line in
  let proof = field "proof" line in
  let points v = List.map (fun p -> in_space line (List.map number (list p))) (list v) in
  { dim = (match int (field "dim" line) with 2 -> C.Plane | 3 -> C.Space | _ -> fail "another dimension");
    a = points (field "a" line);
    b = (match field_opt "b" line, field_opt "halfspace" line with
      | Some b, None -> Points (points b)
      | None, Some h ->
        let h = only ["normal"; "offset"] h in
        Halfspace (in_space line (List.map number (list (field "normal" h))), number (field "offset" h))
      | _ -> fail "no B, or two");
    radii = (match field_opt "radii" line with
      | None -> (Q.zero, Q.zero)
      | Some l -> (match list l with [r; s] -> (number r, number s) | _ -> fail "no two radii"));
    on_a = in_space line (fractions (field "on_a" proof));
    on_b = in_space line (fractions (field "on_b" proof));
    distance = fraction (text (field "core_distance_squared" line));
    depth = Option.map (fun v -> fraction (text v)) (field_opt "core_depth_squared" line) }

(* The motion of A, and the claim about it. *)
let cast line =
  let place v = triple (List.map frac (in_space line v)) in
  let time name v = frac (fraction (text (field name v))) in
  Option.map (fun v ->
    let r = place (List.map number (list (field "translation" (only ["translation"] v)))) in
    match field_opt "first_contact" line, field_opt "never" line with
    | Some f, None ->
      let f = only (["time"; "low"; "high"; "on_a"; "on_b"] @ if field_opt "b" line = None then [] else ["normal"; "pairs"; "weights"]) f in
      let low, high = if field_opt "time" f = None then ("low", "high") else ("time", "time") in
      if low = "time" && (field_opt "low" f <> None || field_opt "high" f <> None) then fail "two times";
      (r, C.First (time low f, time high f, place (fractions (field "on_a" f)), place (fractions (field "on_b" f))))
    | None, Some f -> ignore (only (if field_opt "b" line = None then [] else ["normal"]) f); (r, C.Never)
    | _ -> fail "a motion without one claim about it") (field_opt "cast" line)

(* The claim of a line, with its numbers; None if the line states that it has no proof. *)
let claim line =
  if field "proof" line = Null then (ignore (text (field "reason" (only ("proof" :: "reason" :: labels) line))); None) else
    let n = numbers line in
    if field_opt "cast" line = None && (field_opt "first_contact" line <> None || field_opt "never" line <> None) then fail "a claim about no motion";
    let place p = triple (List.map frac p) in
    let hull points = C.Hull (List.map place points) in
    Some (n,
      { C.c_dim = n.dim; c_a = hull n.a; c_b = (match n.b with Points b -> hull b | Halfspace (normal, offset) -> C.Halfspace (place normal, frac offset));
        c_radius_a = frac (fst n.radii); c_radius_b = frac (snd n.radii); c_class = kind (field "class" line); c_core = kind (field "core_class" line);
        c_distance = frac n.distance; c_on_a = place n.on_a; c_on_b = place n.on_b; c_depth = Option.map frac n.depth; c_cast = cast line })
