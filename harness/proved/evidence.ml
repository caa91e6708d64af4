(* The evidence of a line, put on a grid of integers. This file is neither proved nor trusted: the proved program checks that
   the grid has the bodies and the numbers of the claim. A mistake here can make the checker refuse a true line, but cannot make it accept a false one. *)

open Reader

(* Fractions over a common denominator. *)
let common (l : Q.t list) : Z.t list * Z.t =
  let den = List.fold_left (fun d q -> Z.lcm d (Q.den q)) Z.one l in
  (List.map (fun q -> Z.mul (Q.num q) (Z.divexact den (Q.den q))) l, den)

(* Coq's natural numbers, each built once and kept. *)
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

let motion_of_a line = Option.map (fun v -> in_space line (List.map number (list (field "translation" v)))) (field_opt "cast" line)

(* The motion of A, in units of 2^e, and what proves the claim about it. *)
let motion line e =
  let integers v = triple (fst (common (in_space line (fractions v)))) in
  let none = triple [Z.zero; Z.zero; Z.zero] in
  Option.map (fun step ->
    let m_step = triple (List.map (on_lattice e) step) in
    match field_opt "first_contact" line, field_opt "never" line with
    | Some f, _ ->
      let m_weights, m_weights_den = common (fractions (field "weights" f)) in
      let low = fraction (text (field (if field_opt "time" f = None then "low" else "time") f)) in
      if (field_opt "normal" f <> None) <> (Q.sign low > 0) then fail "a normal, and nothing before the contact, or none";
      { C.m_step; m_normal = (match field_opt "normal" f with Some n -> integers n | None -> none);
        m_pairs = List.map pair (list (field "pairs" f)); m_weights; m_weights_den }
    | None, Some n ->
      { C.m_step; m_normal = integers (field "normal" n); m_pairs = []; m_weights = []; m_weights_den = Z.one }
    | None, None -> fail "no claim about the motion") (motion_of_a line)

(* The unit of the grid, and the evidence. *)
let evidence line n =
  let proof = field "proof" line in
  let unit e = frac (times_two_to e Q.one) in
  let lattice e points = List.map (fun p -> triple (List.map (on_lattice e) p)) points in
  let all = fst n.radii :: snd n.radii :: Option.value (motion_of_a line) ~default:[] @ List.concat n.a in
  let squared e = Option.map (times_two_to (-2 * e)) n.depth in
  match n.b with
  | Points b ->
    let proof = only ["pairs"; "weights"; "on_a"; "on_b"; "normal"] proof in
    if (field_opt "normal" proof <> None) <> (kind (field "core_class" line) = C.Touching) then fail "a normal of bodies that do not touch, or none";
    if (field_opt "depth_proof" line <> None) <> (n.depth <> None) then fail "a depth without a shell, or a shell without a depth";
    let e = least_power (all @ List.concat b) in
    let normal = match field_opt "normal" proof with None -> [Z.zero; Z.zero; Z.zero] | Some v -> fst (common (in_space line (fractions v))) in
    let weights, weights_den = common (fractions (field "weights" proof)) in
    let depth = match field_opt "depth_proof" line, squared e with
      | Some d, Some squared ->
        let d = only ["facets"; "nearest"] d in
        Some { C.facets = List.map (fun f -> List.map pair (list f)) (list (field "facets" d)); nearest = nat (int (field "nearest" d));
               depth_num = Q.num squared; depth_den = Q.den squared }
      | _ -> None in
    (unit e, C.Of_hulls ({ common_of_line = common_of line n e; points_a = lattice e n.a; points_b = lattice e b;
                     pairs = List.map pair (list (field "pairs" proof)); weights; weights_den; normal = triple normal; depth }, motion line e))
  | Halfspace (normal, offset) ->
    let proof = only ["support"; "on_a"; "on_b"] proof in
    if field_opt "depth_proof" line <> None then fail "a shell of a half-space";
    let w = least_power normal in
    let e = least_power (times_two_to (- w) offset :: all) in
    (unit e, C.Of_halfspace (frac (times_two_to w Q.one),
      { common_of_supported = common_of line n e; s_points = lattice e n.a; s_normal = triple (List.map (on_lattice w) normal);
        s_offset = on_lattice (e + w) offset; s_support = nat (int (field "support" proof)); s_depth = Option.map frac (squared e) },
      Option.map (fun step -> triple (List.map (on_lattice e) step)) (motion_of_a line)))
