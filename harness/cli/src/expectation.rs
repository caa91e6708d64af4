//! The comparison of a case's own expectation with the oracle.

use dashu_ratio::RBig;
use gjk_cases::case::Case;
use gjk_cases::quote::cut;
use gjk_truth::truth::Truth;

use crate::address::Addressed;
use crate::output::tell;

/// The messages about an expectation of a case: that the oracle contradicts it, and that the bracket of the truth neither
/// confirms nor contradicts it.
pub struct Expectation {
    contradicted: Option<String>,
    left_open: Option<String>,
}

impl Expectation {
    /// The messages about a case; none for a case without an expectation.
    pub fn of(addressed: &Addressed) -> Expectation {
        let expected = |of: fn(&str, &Case) -> Option<String>| addressed.written().and_then(|case| of(&addressed.file, case));
        Expectation { contradicted: expected(contradiction), left_open: expected(open_expectation) }
    }

    /// Prints the messages, and returns the number of contradictions.
    pub fn report(&self) -> usize {
        for said in self.contradicted.iter().chain(&self.left_open) {
            tell(format_args!("expectation: {said}"));
        }
        usize::from(self.contradicted.is_some())
    }
}

/// The message that the oracle contradicts the case's own expectation, for the coordinates as written.
fn contradiction(file: &str, case: &Case) -> Option<String> {
    let expect = case.expect.as_ref()?;
    let truth = Truth::of(case);
    let number = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<RBig>().ok());
    let (squared, core) = (number(&expect.distance_squared), number(&expect.core_distance_squared));
    // A class that a bracket leaves open is not a contradiction.
    let class_differs = expect.class.zip(truth.decided()).is_some_and(|(expected, found)| expected != found);
    let squared_differs = squared.is_some_and(|expected| match truth.distance_squared() {
        Some(found) => found != expected,
        None => is_outside(&expected, truth.bounds()),
    });
    let core_differs = core.is_some_and(|expected| truth.core_distance_squared().is_some_and(|found| found != expected));
    let depth = number(&expect.depth_squared);
    let depth_differs = depth.is_some_and(|expected| truth.depth_squared().is_some_and(|found| found != expected));
    let distance_differs = expect.distance_bounds().is_some_and(|bounds| is_beyond(&bounds, &truth));
    (class_differs || squared_differs || core_differs || depth_differs || distance_differs).then(|| {
        let class = expect.class.map_or("any class", gjk_cases::case::Class::name);
        let mut expected = format!("{class}, squared distance {}", cut(expect.distance_squared.as_deref().unwrap_or("any")));
        if let Some(core) = &expect.core_distance_squared {
            expected.push_str(&format!(", of the cores {}", cut(core)));
        }
        if let Some(depth) = &expect.depth_squared {
            expected.push_str(&format!(", squared depth {}", cut(depth)));
        }
        if let Some(distance) = &expect.distance {
            expected.push_str(&format!(", distance {} to half a unit of its last digit", cut(distance)));
        }
        format!("{file}#{}: the case expects {expected}; the oracle finds {}", cut(&case.id), oracle_text(&truth))
    })
}

/// Whether a squared distance lies outside the squares of the ends of a bracket.
fn is_outside(squared: &RBig, (low, high): (f64, f64)) -> bool {
    let square = |x: f64| RBig::try_from(x).map(|x| &x * &x);
    square(low).is_ok_and(|low| *squared < low) || square(high).is_ok_and(|high| *squared > high)
}

/// True if the distance is certainly outside these bounds.
///
/// Its exact square decides or, if only a bracket is known, the bracket.
fn is_beyond([least, greatest]: &[RBig; 2], truth: &Truth) -> bool {
    match truth.distance_squared() {
        Some(squared) => squared < least * least || squared > greatest * greatest,
        None => {
            let [low, high] = <[f64; 2]>::from(truth.bounds()).map(RBig::try_from);
            high.is_ok_and(|high| high < *least) || low.is_ok_and(|low| low > *greatest)
        }
    }
}

/// The message about an expected class that the oracle's bracket neither confirms nor contradicts.
fn open_expectation(file: &str, case: &Case) -> Option<String> {
    let expected = case.expect.as_ref()?.class?;
    let truth = Truth::of(case);
    truth.decided().is_none().then(|| {
        let id = cut(&case.id);
        format!("{file}#{id}: the case expects {expected}, and the oracle cannot decide: it finds {}", oracle_text(&truth))
    })
}

/// The findings of the oracle, in words.
fn oracle_text(truth: &Truth) -> String {
    let class = truth.decided().map_or("no class for certain", gjk_cases::case::Class::name);
    match (truth.distance_squared(), truth.core_distance_squared()) {
        (Some(squared), _) => {
            let depth = truth.depth_squared().filter(|depth| *depth != RBig::ZERO);
            let depth = depth.map_or_else(String::new, |depth| format!(", squared depth {depth}"));
            format!("{class}, squared distance {squared}{depth}")
        }
        (None, Some(core)) => format!("{class}, squared distance of the cores {core}"),
        (None, None) => {
            let (low, high) = truth.bounds();
            format!("{class}, distance from {low:e} to {high:e}")
        }
    }
}
