//! Loops by name: each is a type whose rules are constants, so that the compiler folds them.

use super::rules::{DirectionRule, LoopRules, NearestRule, Rules, Safeguards, StopRule};

/// The rules of the common loop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Common;

impl Common {
    const RULES: LoopRules = LoopRules {
        stop: StopRule::Relative,
        safeguards: Safeguards::VERIFYING,
        nearest: NearestRule::Refined,
        direction: DirectionRule::Plain,
    };
}

impl Rules for Common {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        Common::RULES
    }
}

/// The rules of the common loop until November 2026: steps within the noise of the gap are doubted, and v is a sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubted;

impl Rules for Doubted {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        LoopRules { safeguards: Safeguards::DOUBTING, nearest: NearestRule::FromSimplex, ..Common::RULES }
    }
}

/// The rules of the loop of Gilbert and Foo, as Linahan's section 1.2 sketches it.
#[derive(Clone, Copy, Debug, Default)]
pub struct GilbertFoo;

impl Rules for GilbertFoo {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        LoopRules {
            stop: StopRule::Absolute,
            safeguards: Safeguards::BARE,
            nearest: NearestRule::FromSimplex,
            direction: DirectionRule::Plain,
        }
    }
}

/// The rules of the divide-and-conquer article's program.
#[derive(Clone, Copy, Debug, Default)]
pub struct DivideAndConquer;

impl Rules for DivideAndConquer {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        LoopRules { nearest: NearestRule::FromWitnesses, ..GilbertFoo.rules() }
    }
}

/// The rules of the common loop, along accelerated directions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accelerated;

impl Rules for Accelerated {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        LoopRules { direction: DirectionRule::Accelerated, ..Common::RULES }
    }
}

/// The rules of the common loop, along accelerated directions whose parts have length one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Normalised;

impl Rules for Normalised {
    #[inline(always)]
    fn rules(&self) -> LoopRules {
        LoopRules { direction: DirectionRule::Normalised, ..Common::RULES }
    }
}
