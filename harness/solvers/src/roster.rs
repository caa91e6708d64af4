//! The variants of a run, each in the erased form for every space in which it runs: the same code can run any variant on any
//! case.

use std::fmt;
use std::sync::Arc;

use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::format::{Answer, Greeting, Holds};
use gjk_untimed::{Entry, Loop, Solver, loops};
use gjk_variants::gjk::rules::LoopRules;
use gjk_variants::{About, Plane, Promise, Rational, Register, Solid, Start, SupportMap, Variant, roster};

use crate::function::Function;
use crate::program::Program;
use crate::promise::{promise_of, question_of};
use crate::reply::Reply;
use crate::space::{SolverSpace, Solvers};
use crate::start::from_centres;
use crate::stated::Stated;

/// A variant in every space in which it runs, or an external program or function.
#[derive(Clone)]
pub struct ErasedVariant {
    /// The name, title, citation and promise of the variant.
    pub about: About,
    /// The rules of its loop, for the experiment that compares loops.
    pub rules: Option<LoopRules>,
    /// The statements of a peer or an external program about itself.
    pub stated: Option<Stated>,
    /// Whether it begins along the line of the centres, instead of at its own start.
    begins_at_centres: bool,
    solvers: Solvers,
    /// The program or function that is asked in place of solvers.
    outside: Option<Outside>,
}

/// A program or function, which is not a [`Variant`] and is asked about cases.
#[derive(Clone)]
enum Outside {
    Program(Arc<Program>),
    Function(Arc<Function>),
}

impl Outside {
    fn greeting(&self) -> &Greeting {
        match self {
            Outside::Program(program) => program.greeting(),
            Outside::Function(function) => function.greeting(),
        }
    }
}

impl fmt::Debug for ErasedVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about.name)
    }
}

impl fmt::Display for ErasedVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about.name)
    }
}

impl ErasedVariant {
    fn new(about: About, rules: Option<LoopRules>) -> ErasedVariant {
        ErasedVariant { about, rules, stated: None, begins_at_centres: false, solvers: Solvers::default(), outside: None }
    }

    /// The start of a query about these bodies.
    pub fn start<S: SolverSpace>(&self, a: &dyn SupportMap<S>, b: &dyn SupportMap<S>) -> Start<S> {
        if self.begins_at_centres { from_centres(a, b) } else { Start::Default }
    }

    /// Whether the variant answers cases of this dimension in this arithmetic.
    pub fn applies(&self, dimension: u8, arithmetic: Arithmetic) -> bool {
        match &self.outside {
            Some(outside) => outside.greeting().computes(dimension, arithmetic),
            None => self.solvers.has(dimension, arithmetic),
        }
    }

    /// Whether a case asks the question that the variant answers: about bodies at rest, or about a body that moves.
    pub fn answers_about(&self, case: &Case) -> bool {
        (self.about.promise == Promise::Cast) == case.cast.is_some()
    }

    /// The largest number of iterations of a query about two convex bodies in this space, by [`Variant::most_iterations`].
    pub fn most_iterations<S: SolverSpace>(&self) -> Option<usize> {
        self.solver::<S>()?.most_iterations()
    }

    /// Whether the variant is asked about the cores of bodies with radii, and the radii are applied to its answer afterwards.
    ///
    /// This holds for a variant that promises a distance or a depth, unless its solver reports contact alone.
    pub fn sees_cores<S: SolverSpace>(&self) -> bool {
        let tells_contact_alone = self.solver::<S>().is_some_and(|solver| solver.tells_contact_alone());
        matches!(self.about.promise, Promise::Distance | Promise::Depth) && !tells_contact_alone
    }

    /// The program from outside, if the entry is one.
    pub fn program(&self) -> Option<&Program> {
        if let Some(Outside::Program(program)) = &self.outside { Some(program) } else { None }
    }

    /// The command-line option that adds this entry, as it is written in a shell; `None` if the entry is not an external
    /// program.
    pub fn taking_in(&self) -> Option<String> {
        let source = self.program()?.source();
        Some(gjk_records::pasted::taking_in(source.option(), self.about.name, source))
    }

    /// The reply to a case, in this arithmetic, if the entry is not a [`Variant`].
    ///
    /// The inner option is `None` if the entry does not accept such a case.
    pub(crate) fn ask_outside(&self, case: &Case, arithmetic: Arithmetic) -> Option<Option<Reply>> {
        Some(match self.outside.as_ref()? {
            Outside::Program(program) => program.ask(case, arithmetic),
            Outside::Function(function) => function.ask(case, arithmetic),
        })
    }

    /// Its solver in one space; `None` if it does not run there.
    pub fn solver<S: SolverSpace>(&self) -> Option<&dyn Solver<S>> {
        S::solver(&self.solvers)
    }
}

/// The suffix of the name of a variant that begins along the line of the centres.
const FROM_CENTRES: &str = "-from-centres";

/// The variants of a run.
#[derive(Default)]
pub struct Roster {
    entries: Vec<ErasedVariant>,
    /// The number of entries that are not the user's own.
    supplied: usize,
}

impl<S: SolverSpace> Register<S> for Roster {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        self.add_in::<S>(variant);
    }
}

impl Roster {
    /// The built-in variants.
    pub fn builtin() -> Roster {
        let mut roster = Roster::default();
        roster.add_entries(gjk_single::in_space());
        roster.add_entries(gjk_single::in_plane());
        roster::in_space::<f64>(&mut roster);
        roster::in_plane::<f64>(&mut roster);
        roster::casts_with_roots::<Solid<f64>>(&mut roster);
        roster::casts_with_roots::<Plane<f64>>(&mut roster);
        roster.add_entries(gjk_untimed::in_space());
        roster.add_entries(gjk_untimed::in_plane());
        roster.add_entries(gjk_single::certified_in_plane());
        // Compiled in this package, also in `f32` in space: compiled in `gjk_single`, they take 2 % more instructions.
        roster::certified::<f32, 3>(&mut roster);
        roster::certified::<f64, 2>(&mut roster);
        roster::certified::<f64, 3>(&mut roster);
        roster
    }

    /// The loops around each distance subalgorithm, in floating-point arithmetic.
    pub fn loops() -> Roster {
        let mut roster = Roster::default();
        fn add<S: SolverSpace>(roster: &mut Roster, loops: Vec<Loop<S>>) {
            for (about, rules, solver) in loops {
                let place = roster.place(about, Some(rules));
                *S::slot(&mut roster.entries[place].solvers) = Some(solver);
            }
        }
        add(&mut roster, gjk_single::loops_in_space());
        add(&mut roster, loops::<Solid<f64>>());
        add(&mut roster, gjk_single::loops_in_plane());
        add(&mut roster, loops::<Plane<f64>>());
        roster
    }

    fn add_entries<S: SolverSpace>(&mut self, entries: Vec<Entry<S>>) {
        entries.into_iter().for_each(|(about, solver)| self.add_solver(about, solver));
    }

    /// Adds a variant that is generic over the scalar, in the plane and in space.
    ///
    /// A later variant with the name of an earlier one replaces it.
    pub fn add<V>(&mut self, variant: V)
    where
        V: Clone + 'static,
        V: Variant<Plane<f32>> + Variant<Plane<f64>> + Variant<Plane<Rational>>,
        V: Variant<Solid<f32>> + Variant<Solid<f64>> + Variant<Solid<Rational>>,
    {
        self.add_in::<Plane<f32>>(variant.clone());
        self.add_in::<Plane<f64>>(variant.clone());
        self.add_in::<Plane<Rational>>(variant.clone());
        self.add_in::<Solid<f32>>(variant.clone());
        self.add_in::<Solid<f64>>(variant.clone());
        self.add_in::<Solid<Rational>>(variant);
    }

    /// Adds a variant in one space, such as `Solid<f64>`; it is not applicable in spaces to which it is not added.
    pub fn add_in<S: SolverSpace>(&mut self, variant: impl Variant<S> + 'static) {
        let about = Variant::<S>::about(&variant);
        self.add_solver::<S>(about, S::erased(variant));
    }

    /// Adds a solver of queries in one space, which need not be a [`Variant`].
    pub(crate) fn add_solver<S: SolverSpace>(&mut self, about: About, solver: Arc<dyn Solver<S>>) {
        let place = self.place(about, None);
        *S::slot(&mut self.entries[place].solvers) = Some(solver);
    }

    /// Adds a solver of queries in one space that runs an implementation by others, a peer.
    #[cfg(feature = "peers")]
    pub(crate) fn add_peer<S: SolverSpace>(&mut self, about: About, stated: Stated, solver: Arc<dyn Solver<S>>) {
        let place = self.place(about, None);
        self.entries[place].stated = Some(stated);
        self.add_solver(about, solver);
    }

    /// Adds a program from outside under a name.
    ///
    /// A later entry with the name of an earlier one replaces it.
    pub fn add_program(&mut self, name: &str, program: Arc<Program>) {
        // Leaked, since a name lives as long as this process, as in [`Roster::from_centres`].
        let kept = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let greeting = program.greeting();
        let either = |text: &str, other: &str| if text.is_empty() { kept(other) } else { kept(text) };
        let about = About {
            name: kept(name),
            title: either(&greeting.title, &greeting.program),
            citation: either(&greeting.citation, &format!("{} {}", greeting.program, greeting.version)),
            promise: promise_of(greeting.promise),
        };
        // The version of the library, with any settings.
        let library = greeting.program.strip_suffix("-exact").unwrap_or(&greeting.program);
        let version = format!("{library} {}", greeting.version).trim_end().to_owned();
        let stated = Some(Stated {
            version,
            slack: greeting.slack,
            stops_at: greeting.stops_at.clone(),
            holds: greeting.holds.as_ref().map(ToString::to_string),
        });
        self.entries.retain(|entry| entry.about.name != name);
        let outside = Some(Outside::Program(program));
        self.entries.push(ErasedVariant { outside, stated, ..ErasedVariant::new(about, None) });
    }

    /// Adds a function of the points of A and of B under a name, with its promise.
    ///
    /// The function is asked about hulls of points in space, in `f64`, from all threads of the run. It is judged like every
    /// variant, but it is not timed. A panic counts as a missing answer. An endless loop never returns;
    /// [`Source::Library`](crate::Source) and [`Source::Command`](crate::Source) have a time limit. A later entry with the name
    /// of an earlier one replaces it.
    ///
    /// # Panics
    /// If the promise is a cast, for which the function needs the motion: [`Roster::add_cast`] adds such a function.
    pub fn add_function(
        &mut self,
        name: &'static str,
        promise: Promise,
        ask: impl Fn(&[Point], &[Point]) -> Answer + Send + Sync + 'static,
    ) {
        self.add_function_that_holds(name, promise, None, ask);
    }

    /// Adds a function of the points of A, the points of B and the motion of A under a name. It promises a [cast](Promise::Cast): its
    /// answer is [`Answer::hit`] or [`Answer::never`].
    ///
    /// The function is asked about the cases with a motion, and else as [`Roster::add_function`] describes.
    pub fn add_cast(&mut self, name: &'static str, ask: impl Fn(&[Point], &[Point], &Point) -> Answer + Send + Sync + 'static) {
        self.add_outside_function(name, Promise::Cast, None, ask);
    }

    /// Adds a function that answers about bodies other than those that it is given, like a program that states [`Holds`].
    ///
    /// # Panics
    /// As [`Roster::add_function`].
    pub fn add_function_that_holds(
        &mut self,
        name: &'static str,
        promise: Promise,
        holds: Option<Holds>,
        ask: impl Fn(&[Point], &[Point]) -> Answer + Send + Sync + 'static,
    ) {
        assert!(
            promise != Promise::Cast,
            "the function {name:?} is to promise a cast: add it with `add_cast`, which passes the motion"
        );
        self.add_outside_function(name, promise, holds, move |a, b, _| ask(a, b));
    }

    fn add_outside_function(
        &mut self,
        name: &'static str,
        promise: Promise,
        holds: Option<Holds>,
        ask: impl Fn(&[Point], &[Point], &Point) -> Answer + Send + Sync + 'static,
    ) {
        let greeting = Greeting {
            promise: question_of(promise),
            holds,
            dimensions: vec![3],
            scalars: vec![Arithmetic::F64],
            ..Greeting::of(name)
        };
        let about = About { name, title: name, citation: "a function of this program's", promise };
        self.entries.retain(|entry| entry.about.name != name);
        let outside = Some(Outside::Function(Arc::new(Function::new(name, greeting, ask))));
        self.entries.push(ErasedVariant { outside, ..ErasedVariant::new(about, None) });
    }

    /// The functions that were added, with their names.
    pub fn functions(&self) -> Vec<(&'static str, Arc<Function>)> {
        let function = |entry: &ErasedVariant| match &entry.outside {
            Some(Outside::Function(function)) => Some((entry.about.name, function.clone())),
            _ => None,
        };
        self.entries.iter().filter_map(function).collect()
    }

    /// The reason why an external program is no longer asked, if there is such a program.
    ///
    /// The program has given no answers since this fault.
    pub fn fault(&self) -> Option<String> {
        self.entries.iter().find_map(|entry| entry.program()?.fault())
    }

    /// The index of the entry with this name and these rules, which is added if there is none.
    fn place(&mut self, about: About, rules: Option<LoopRules>) -> usize {
        let known = |entry: &ErasedVariant| entry.about.name == about.name && entry.rules == rules;
        self.entries.iter().position(known).unwrap_or_else(|| {
            self.entries.push(ErasedVariant::new(about, rules));
            self.entries.len() - 1
        })
    }

    /// The variant with a start along the line of the centres ([`from_centres`]), under the name `VARIANT-from-centres`.
    pub fn from_centres(entry: &ErasedVariant) -> ErasedVariant {
        // A name lives as long as this process. There are as many names as variants, and each is made once or twice.
        let name: &'static str = Box::leak(format!("{}{FROM_CENTRES}", entry.about.name).into_boxed_str());
        let about = About { name, ..entry.about };
        ErasedVariant { about, begins_at_centres: true, ..entry.clone() }
    }

    /// Adds the entry that a name such as `VARIANT-from-centres` denotes.
    ///
    /// Other names add nothing.
    pub fn take_in_derived(&mut self, name: &str) {
        let variant = name.strip_suffix(FROM_CENTRES).filter(|_| self.named(name).is_none());
        let entry = variant.and_then(|variant| self.named(variant)).filter(|entry| entry.outside.is_none());
        if let Some(entry) = entry {
            self.entries.push(Roster::from_centres(entry));
        }
    }

    /// Keeps only the entries for which `keep` returns true.
    pub fn retain(&mut self, keep: impl Fn(&ErasedVariant) -> bool) {
        self.entries.retain(keep);
    }

    /// The entries in the order of the roster.
    pub fn entries(&self) -> &[ErasedVariant] {
        &self.entries
    }

    /// Counts the entries so far as supplied with the program; later ones are the user's own.
    pub fn close_supplied(&mut self) {
        self.supplied = self.entries.len();
    }

    /// Whether the user has added the entry with this name: a variant, a function, a program or a library.
    pub fn is_users(&self, name: &str) -> bool {
        self.entries.iter().skip(self.supplied).any(|entry| entry.about.name == name)
    }

    /// The entry with this name.
    pub fn named(&self, name: &str) -> Option<&ErasedVariant> {
        self.entries.iter().find(|entry| entry.about.name == name)
    }
}
