(* check PROOFS: does the proved checker accept each line? Exits with 0 if every proof holds; 1 if not, with a line for each that does not;
   2 if there is no proof or no such file. This file is not proved; it is trusted. *)
let () =
  let stop text = prerr_endline text; exit 2 in
  let path = match Sys.argv with [| _; path |] -> path | _ -> stop "check PROOFS: checks what `gjk check CASE… --proofs PROOFS` wrote" in
  let file = try if path = "-" then stdin else open_in path with Sys_error message -> stop message in
  let held = ref 0 and faulty = ref 0 and without = ref 0 and number = ref 0 in
  let refuse message = incr faulty; Printf.printf "%s:%d: %s\n" path !number message in
  (try while true do
    let text = input_line file in
    incr number;
    if String.trim text <> "" && text.[0] <> '#' then
      match
        let line = Reader.parse text in
        Option.map (fun (numbers, claim) -> let unit, evidence = Evidence.evidence line numbers in Checker.certify claim unit evidence) (Reader.claim line)
      with
      | None -> incr without
      | Some true -> incr held
      | Some false -> refuse "the proof does not hold"
      | exception (Reader.Malformed message | Failure message | Invalid_argument message) -> refuse message
      | exception Stack_overflow -> refuse "too deep"
  done with End_of_file -> () | Sys_error message -> stop message);
  Printf.printf "%d proofs hold; %d faulty; %d without a proof\n" !held !faulty !without;
  exit (if !faulty > 0 then 1 else if !held > 0 then 0 else 2)
