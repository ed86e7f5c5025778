//! Open offers, and who may make one.

use chess::{ByColor, Color};

use crate::Offer;

/// The offers of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers(ByColor<[Proposal; 3]>);

/// One side's offer of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Proposal {
    is_open: bool,
    /// The side has not moved since it made the offer, and may not repeat it.
    is_fresh: bool,
}

impl Offers {
    /// True while an offer is open.
    pub(crate) fn is_open(&self, by: Color, offer: Offer) -> bool {
        self.0[by][offer as usize].is_open
    }

    /// True when a side has to make a move before it may offer this again.
    pub(crate) fn is_fresh(&self, by: Color, offer: Offer) -> bool {
        self.0[by][offer as usize].is_fresh
    }

    pub(crate) fn make(&mut self, by: Color, offer: Offer) {
        self.0[by][offer as usize] = Proposal { is_open: true, is_fresh: true };
    }

    /// Closes the other side's offer, or one's own if there is none.
    pub(crate) fn decline(&mut self, by: Color, offer: Offer) {
        let of = if self.is_open(!by, offer) { !by } else { by };
        self.0[of][offer as usize].is_open = false;
    }

    /// Closes the offers of one kind of both sides.
    pub(crate) fn settle(&mut self, offer: Offer) {
        for color in Color::ALL {
            self.0[color][offer as usize].is_open = false;
        }
    }

    /// A move declines all offers of the other side, and lets the mover make offers again.
    pub(crate) fn pass_move(&mut self, mover: Color) {
        for proposal in &mut self.0[!mover] {
            proposal.is_open = false;
        }
        for proposal in &mut self.0[mover] {
            proposal.is_fresh = false;
        }
    }
}
