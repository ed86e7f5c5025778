//! A game in two English sentences: who was better until when, and what turned it.

use review::explanation::Standing;
use review::{GameSummary, Judgment};

use super::reviewed_game::ReviewedGame;

/// The sentences; none without a move.
pub(super) fn summary(reviewed: &ReviewedGame) -> Option<String> {
    let summary = reviewed.report.summary?;
    let turn = turn(reviewed, &summary).map(|sentence| format!(" {sentence}"));
    let number = |index: usize| reviewed.sequence.positions()[index].fullmoves();
    Some(course(&summary, number) + &turn.unwrap_or_default())
}

/// Who was better until when, given the numbers of moves.
fn course(summary: &GameSummary, number: impl Fn(usize) -> u16) -> String {
    let when = match (summary.since.map(&number), summary.until.map(&number)) {
        (Some(since), None) if summary.leader.is_some() => format!("from move {since} on"),
        (None, None) if summary.leader.is_some() => "throughout".to_owned(),
        (_, None) => "to the end".to_owned(),
        (None, Some(until)) => format!("until move {until}"),
        (Some(since), Some(until)) if since == until => format!("at move {until}"),
        (Some(since), Some(until)) => format!("from move {since} to move {until}"),
    };
    let grade = if summary.standing == Some(Standing::Winning) { "winning" } else { "better" };
    match summary.leader {
        Some(leader) => format!("{leader} was {grade} {when}."),
        None if summary.is_balanced => format!("The game was balanced {when}."),
        None => format!("Neither side kept an advantage {when}."),
    }
}

/// The move that turned or decided the game, and why.
fn turn(reviewed: &ReviewedGame, summary: &GameSummary) -> Option<String> {
    let Some(index) = summary.turning_point else {
        return summary.until.map(|_| "No single mistake decided it.".to_owned());
    };
    let position = &reviewed.sequence.positions()[index];
    let dots = if position.turn().is_white() { "." } else { "…" };
    let played = &reviewed.report.moves[index];
    let san = position.san(played.played);
    let what = match (reviewed.explanation(index), played.judgment) {
        (Some(fact), _) => lower_first(&fact.to_string()),
        (None, judgment) => format!("was {}.", with_article(judgment?)),
    };
    Some(format!("{} {}{dots} {san} {what}", beginning(summary, index), position.fullmoves()))
}

/// How the sentence about a move begins, which may tell of the win that followed before it.
fn beginning(summary: &GameSummary, index: usize) -> &'static str {
    if summary.since >= Some(index) { "The decisive move:" } else { "Then" }
}

fn with_article(judgment: Judgment) -> String {
    let article = if judgment == Judgment::Inaccuracy { "an" } else { "a" };
    format!("{article} {judgment}")
}

fn lower_first(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.len().min(1));
    first.to_lowercase() + rest
}

#[cfg(test)]
mod tests {
    use chess::Color;

    use super::*;

    #[test]
    fn the_first_sentence_says_from_when_on_a_side_was_better_or_winning() {
        let summary = |standing, since| GameSummary {
            leader: Some(Color::White),
            standing: Some(standing),
            is_balanced: false,
            since,
            until: None,
            turning_point: None,
        };
        for (standing, since, sentence) in [
            (Standing::Winning, Some(8), "White was winning from move 5 on."),
            (Standing::Better, Some(8), "White was better from move 5 on."),
            (Standing::MuchBetter, None, "White was better throughout."),
        ] {
            let number = |index: usize| 1 + index as u16 / 2;
            assert_eq!(course(&summary(standing, since), number), sentence);
        }
        // The move that decided the game is told after the win.
        let won = summary(Standing::Winning, Some(8));
        let beginnings = [7, 8, 9].map(|index| beginning(&won, index));
        assert_eq!(beginnings, ["The decisive move:", "The decisive move:", "Then"]);
    }
}
