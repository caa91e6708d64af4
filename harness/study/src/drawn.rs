//! The properties of a study's variants and families, in addition to their names: [`Kinds`].
//!
//! Every variant of the roster, of the peers and of the adapters has one style for ever, so that a figure of today can be read
//! next to one of last year. No two have the same mark and the same dashes, so they differ in grey; variants around one
//! subalgorithm have one colour.

use gjk_cases::case::Class;
use gjk_cases::family::{self, Family};
use gjk_records::{Dash, FamilyKind, Kinds, Mark, Role, Style, VariantKind};
use gjk_solvers::{ErasedVariant, Roster};

type Colour = (u8, u8, u8);

/// Colours that can be distinguished with any of the common colour vision deficiencies (Okabe and Ito 2008), without yellow,
/// which is too faint on white, and with some more colours of other lightness.
const BLUE: Colour = (0, 114, 178);
const VERMILION: Colour = (213, 94, 0);
const GREEN: Colour = (0, 158, 115);
const PINK: Colour = (204, 121, 167);
const SKY: Colour = (86, 180, 233);
const ORANGE: Colour = (230, 159, 0);
const DARK: Colour = (60, 60, 60);
const MAGENTA: Colour = (205, 0, 120);
const BROWN: Colour = (125, 80, 30);
const VIOLET: Colour = (95, 50, 150);
const WINE: Colour = (150, 20, 50);
const BLACK: Colour = (0, 0, 0);
const MIDDLE: Colour = (95, 95, 95);
const PALE: Colour = (150, 150, 150);

/// The colours of variants that are not known here.
const COLOURS: [Colour; 7] = [BLUE, VERMILION, GREEN, PINK, SKY, ORANGE, DARK];

use Dash::*;
use Mark::*;

/// The known variants with their styles, in the order in which figures choose them if there is no room for all: one of each
/// kind before a second of the same kind.
const KNOWN: [(&str, Colour, Mark, Dash); 65] = [
    ("certified", MAGENTA, Circle, Whole),
    ("ericson", GREEN, Up, Whole),
    ("johnson-gilbert-foo", VERMILION, Cross, Dots),
    ("parry3d-f64", BLACK, Diamond, Long),
    ("parry3d", BLACK, Square, DashDot),
    ("bullet", MIDDLE, Up, Short),
    ("certified-boolean", MAGENTA, Square, Whole),
    ("muratori", PINK, Up, Dots),
    ("linahan-true-region", DARK, Pentagon, Whole),
    ("libccd", MIDDLE, Down, Dots),
    ("signed-volumes", SKY, Diamond, Short),
    ("johnson", VERMILION, Square, Long),
    ("least-squares", BLUE, Down, Long),
    ("nesterov", ORANGE, Right, DashDot),
    ("ericson-gilbert-foo", GREEN, Star, Dots),
    ("least-squares-published", BLUE, Left, Dots),
    ("johnson-backup", VERMILION, Pentagon, DashDot),
    ("nesterov-normalised", ORANGE, Plus, TwoDots),
    ("linahan-face-first", BROWN, Down, Short),
    ("linahan-three-plane", BROWN, Diamond, Dots),
    ("linahan-unrolled", BROWN, Circle, Long),
    ("nascimento-2d", VIOLET, Right, Short),
    ("dyn4j-2d", WINE, Square, Short),
    ("dyn4j-2d-published", WINE, Left, DashDot),
    ("mujoco", BLACK, Circle, Short),
    ("coal", BLACK, Right, Long),
    ("fcl", BLACK, Down, Whole),
    ("distance3d", BLACK, Left, Long),
    ("mujoco-exact", MIDDLE, Circle, Dots),
    ("coal-exact", MIDDLE, Right, Dots),
    ("distance3d-exact", MIDDLE, Left, Short),
    ("ericson-climbing", WINE, Star, Whole),
    ("signed-volumes-climbing", VIOLET, Plus, Whole),
    ("scan-alone", PALE, Cross, Short),
    ("certified-depth", MAGENTA, Diamond, Whole),
    ("epa-common", GREEN, Right, Whole),
    ("sat", BLUE, Star, DashDot),
    ("bullet-epa", MIDDLE, Up, LongShort),
    ("parry3d-f64-epa", BLACK, Diamond, TwoDots),
    ("libccd-epa", MIDDLE, Left, LongShort),
    ("mpr", ORANGE, Down, LongShort),
    ("libccd-mpr", PALE, Pentagon, Short),
    ("incremental", SKY, Square, ThreeDots),
    ("mpr-nearest", ORANGE, Up, Long),
    ("epa-absolute", GREEN, Cross, LongShort),
    ("epa-tutorial", GREEN, Plus, Dots),
    ("epa-split", GREEN, Left, ThreeDots),
    ("parry3d-epa", BLACK, Square, TwoDots),
    ("libccd-epa-exact", MIDDLE, Right, ThreeDots),
    ("libccd-mpr-exact", PALE, Pentagon, ThreeDots),
    ("fcl-collide", BLACK, Down, ThreeDots),
    ("distance3d-epa", BLACK, Star, LongShort),
    ("distance3d-mpr", MIDDLE, Cross, DashDot),
    ("certified-cast", MAGENTA, Pentagon, LongShort),
    ("cast-common", GREEN, Cross, Whole),
    ("cast-van-den-bergen", VERMILION, Cross, Long),
    ("cast-advancement", BLUE, Star, Long),
    ("cast-mirtich", ORANGE, Plus, Long),
    ("cast-bisection", BROWN, Pentagon, Long),
    ("parry3d-f64-cast", BLACK, Diamond, DashDot),
    ("parry3d-cast", BLACK, Left, Whole),
    ("bullet-cast-continuous", MIDDLE, Up, DashDot),
    ("bullet-cast-subsimplex", MIDDLE, Circle, TwoDots),
    ("bullet-cast-gjk", PALE, Right, TwoDots),
    ("fcl-cast", BLACK, Down, TwoDots),
];

/// The names that are listed only in the contest.
pub const TIMED: [&str; 3] = ["ericson-climbing", "signed-volumes-climbing", "scan-alone"];

/// The rank of a variant that is built in and not known above: the last one.
const LAST: u32 = KNOWN.len() as u32 + 1;

/// The kinds of the variants of a roster and of these families.
///
/// `timed` are names that are listed only in the contest.
pub fn kinds(roster: &Roster, families: &[Box<dyn Family>], timed: &[&str]) -> Kinds {
    let names: Vec<&str> = roster.entries().iter().map(|entry| entry.about.name).chain(timed.iter().copied()).collect();
    let styles = styles(&names);
    let built_in = Roster::with_peers();
    let variants = roster.entries().iter().zip(&styles).map(|(entry, &style)| {
        let name = entry.about.name.to_owned();
        let is_own = built_in.named(&name).is_none() && entry.program().is_none_or(|_| place(&name).is_none());
        (name, of_variant(entry, style, is_own))
    });
    let of_timed = names.iter().zip(&styles).skip(roster.entries().len()).map(|(name, &style)| {
        let kind = VariantKind {
            promise: None,
            version: version(None),
            slack: None,
            stops_at: None,
            option: None,
            holds: None,
            style,
            rank: rank(name, false),
        };
        ((*name).to_owned(), kind)
    });
    Kinds {
        variants: variants.chain(of_timed).collect(),
        families: families.iter().map(|family| of_family(family.as_ref())).collect(),
    }
}

/// Styles and ranks of the known names, and the families that are built in: for rows that are read without the facts of their
/// study.
///
/// Promise and version of a variant are not known there.
pub fn known() -> Kinds {
    let kind = |&(name, colour, mark, dash): &(&str, Colour, Mark, Dash)| {
        let style = Style { colour, mark, dash };
        let (version, rank) = (String::new(), rank(name, false));
        (
            name.to_owned(),
            VariantKind { promise: None, version, slack: None, stops_at: None, option: None, holds: None, style, rank },
        )
    };
    Kinds {
        variants: KNOWN.iter().map(kind).collect(),
        families: family::families().iter().map(|family| of_family(family.as_ref())).collect(),
    }
}

fn of_variant(entry: &ErasedVariant, style: Style, is_own: bool) -> VariantKind {
    let stated = entry.stated.as_ref();
    VariantKind {
        promise: Some(gjk_solvers::question_of(entry.about.promise)),
        version: version(stated.map(|stated| &stated.version[..])),
        slack: stated.and_then(|stated| stated.slack).map(|slack| slack.to_string()),
        stops_at: stated.and_then(|stated| stated.stops_at.clone()),
        option: entry.taking_in(),
        holds: stated.and_then(|stated| stated.holds.clone()),
        style,
        rank: rank(entry.about.name, is_own),
    }
}

fn version(of_others: Option<&str>) -> String {
    of_others.map_or_else(|| format!("gjk {}", env!("CARGO_PKG_VERSION")), str::to_owned)
}

fn of_family(family: &dyn Family) -> (String, FamilyKind) {
    // In a cast the class is that of the space which a body sweeps.
    let overlaps = family.only_class() == Some(Class::Overlapping) && family.role() != Role::Cast;
    (family.name().to_owned(), FamilyKind { dimension: family.dimension(), role: family.role(), overlaps })
}

/// The index of a name among the known ones.
fn place(name: &str) -> Option<usize> {
    KNOWN.iter().position(|(known, ..)| *known == name)
}

/// The rank of a variant: 0 for one that a user added.
fn rank(name: &str, is_own: bool) -> u32 {
    let known = place(name).map(|place| place as u32 + 1);
    if is_own { 0 } else { known.unwrap_or(LAST) }
}

/// The styles of some names, in their order.
///
/// A style depends only on the name: on the list above, or for other names on a number that is made from the name. If two of
/// these would look alike, the later one gets the next free style.
pub fn styles(names: &[&str]) -> Vec<Style> {
    let is_free = |style: &Style| KNOWN.iter().all(|&(_, _, mark, dash)| (mark, dash) != (style.mark, style.dash));
    let of_mark = |mark: Mark| Dash::ALL.into_iter().flat_map(move |dash| COLOURS.map(|colour| Style { colour, mark, dash }));
    let free: Vec<Style> = Mark::ALL.into_iter().flat_map(of_mark).filter(is_free).collect();
    let mut taken: Vec<Style> = Vec::new();
    let of = |name: &&str| {
        if let Some(&(_, colour, mark, dash)) = KNOWN.iter().find(|(known, ..)| known == name) {
            return Style { colour, mark, dash };
        }
        let begin = (number_of(name) % free.len() as u64) as usize;
        let is_like = |one: &Style, other: &Style| (one.mark, one.dash) == (other.mark, other.dash);
        let from = || free[begin..].iter().chain(&free[..begin]).copied();
        let in_grey = from().find(|style| !taken.iter().any(|known| is_like(known, style)));
        let style = in_grey.or_else(|| from().find(|style| !taken.contains(style))).unwrap_or(free[begin]);
        taken.push(style);
        style
    };
    names.iter().map(of).collect()
}

/// A number that is made from a name: its hash by Fowler, Noll and Vo (FNV-1a), with its high bits mixed in.
fn number_of(name: &str) -> u64 {
    let hash =
        name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    hash ^ (hash >> 29)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gjk_records::Question;
    use gjk_variants::Promise;

    use super::*;

    fn style(name: &str) -> Style {
        styles(&[name])[0]
    }

    #[test]
    fn every_variant_that_is_built_in_has_a_style_and_a_rank_of_its_own() {
        let kinds = kinds(&Roster::with_peers(), &family::families(), &TIMED);
        for (name, kind) in &kinds.variants {
            assert!((1..LAST).contains(&kind.rank), "{name}: it has no line among the known ones");
        }
        let ranks: HashSet<u32> = kinds.variants.values().map(|kind| kind.rank).collect();
        assert_eq!(ranks.len(), kinds.variants.len());
        assert_eq!((kinds.variants["certified"].rank, kinds.variants["ericson"].promise), (1, Some(Question::Distance)));
    }

    #[test]
    fn no_two_known_ones_have_the_same_mark_and_dashes() {
        for (i, one) in KNOWN.iter().enumerate() {
            for other in &KNOWN[i + 1..] {
                assert_ne!(one.0, other.0);
                assert_ne!((one.2, one.3), (other.2, other.3), "{} and {}", one.0, other.0);
            }
        }
        // Names of users get the remaining styles, first in grey, then in colour.
        let names: Vec<String> = (0..100).map(|i| format!("own-{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let own = styles(&names);
        let left = Mark::ALL.len() * Dash::ALL.len() - KNOWN.len();
        let in_grey: HashSet<(Mark, Dash)> = own[..left].iter().map(|style| (style.mark, style.dash)).collect();
        assert_eq!(in_grey.len(), left);
        assert!((0..100).all(|i| own[..i].iter().all(|other| *other != own[i])));
    }

    #[test]
    fn a_style_depends_on_the_name_alone() {
        for name in ["ericson", "mine", "parry3d"] {
            assert_eq!(styles(&["johnson", "yours", name])[2], style(name), "{name}");
        }
        // Pinned, since a style is for ever.
        assert_eq!(style("ericson"), Style { colour: GREEN, mark: Up, dash: Whole });
        assert_eq!(style("certified"), Style { colour: MAGENTA, mark: Circle, dash: Whole });
    }

    #[test]
    fn variants_of_a_user_come_first_and_families_state_their_role() {
        let mut roster = Roster::default();
        roster.add_function("mine", Promise::Depth, |_, _| gjk_cases::format::Answer::meeting());
        let kinds = kinds(&roster, &family::families(), &[]);
        assert_eq!((kinds.variants["mine"].rank, kinds.variants["mine"].promise), (0, Some(Question::Depth)));
        let of = |name: &str| kinds.families[name];
        assert_eq!(of("touch-2d"), FamilyKind { dimension: 2, role: Role::Touching, overlaps: false });
        assert_eq!(of("plates"), FamilyKind { dimension: 3, role: Role::Depth, overlaps: true });
        // Families of overlaps that are also used for verdicts.
        let both = |(name, kind): (&String, &FamilyKind)| (kind.overlaps && kind.role != Role::Depth).then(|| name.clone());
        assert_eq!(kinds.families.iter().filter_map(both).collect::<Vec<_>>(), ["deep-overlap", "overlap-2d", "shallow"]);
        assert_eq!(kinds.families.values().filter(|kind| kind.role == Role::Depth).count(), 10);
    }
}
