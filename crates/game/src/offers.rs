//! Which offers are on the table, and who may make one.

use chess::{ByColor, Color};

use crate::Offer;

/// What both sides have offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers(ByColor<[Proposal; 3]>);

/// One side's offer of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Proposal {
    /// It awaits an answer.
    stands: bool,
    /// It was made, and the side has not moved since; so that nobody is pestered.
    fresh: bool,
}

impl Offers {
    /// True while an offer awaits an answer.
    pub(crate) fn stands(&self, by: Color, offer: Offer) -> bool {
        self.0[by][offer as usize].stands
    }

    /// True when a side has to make a move before it may offer this again.
    pub(crate) fn is_fresh(&self, by: Color, offer: Offer) -> bool {
        self.0[by][offer as usize].fresh
    }

    pub(crate) fn make(&mut self, by: Color, offer: Offer) {
        self.0[by][offer as usize] = Proposal { stands: true, fresh: true };
    }

    /// Takes away the other side's offer, or one's own where the other has made none.
    pub(crate) fn decline(&mut self, by: Color, offer: Offer) {
        let of = if self.stands(!by, offer) { !by } else { by };
        self.0[of][offer as usize].stands = false;
    }

    /// Takes away what both sides have offered of one kind.
    pub(crate) fn settle(&mut self, offer: Offer) {
        for color in Color::ALL {
            self.0[color][offer as usize].stands = false;
        }
    }

    /// A move declines whatever the other side has offered, and frees the mover to offer again.
    pub(crate) fn pass_move(&mut self, mover: Color) {
        for proposal in &mut self.0[!mover] {
            proposal.stands = false;
        }
        for proposal in &mut self.0[mover] {
            proposal.fresh = false;
        }
    }
}
