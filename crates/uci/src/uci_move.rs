//! Moves as engines write them.

use chess::{Role, UciMove};

/// Parses a move. Some programs write the promotion in upper case.
pub(crate) fn read_move(text: &str) -> Option<UciMove> {
    let (squares, promotion) = text.split_at_checked(4)?;
    let uci: UciMove = format!("{squares}{}", promotion.to_ascii_lowercase()).parse().ok()?;
    let is_possible = !matches!(uci.promotion, Some(Role::King | Role::Pawn));
    is_possible.then_some(uci)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promotion_may_be_in_upper_case_and_is_to_a_piece() {
        for (text, written) in [("g1f3", "g1f3"), ("e7e8q", "e7e8q"), ("e7e8N", "e7e8n")] {
            assert_eq!(read_move(text).unwrap().to_string(), written);
        }
        for text in ["", "e2", "e2e", "E2E4", "e7e8k", "e7e8p", "e7e8qq", "e2é4", "0000"] {
            assert_eq!(read_move(text), None, "{text}");
        }
    }
}
