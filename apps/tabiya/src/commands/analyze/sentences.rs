//! A game in two English sentences: who was better until when, and what turned it.

use review::{GameSummary, Judgment};

use super::reviewed_game::ReviewedGame;

/// The sentences; none without a move.
pub(super) fn summary(reviewed: &ReviewedGame) -> Option<String> {
    let summary = reviewed.report.summary?;
    let turn = turn(reviewed, &summary).map(|sentence| format!(" {sentence}"));
    Some(course(reviewed, &summary) + &turn.unwrap_or_default())
}

/// Who was better until when.
fn course(reviewed: &ReviewedGame, summary: &GameSummary) -> String {
    let number = |index: usize| reviewed.sequence.positions()[index].fullmoves();
    let when = match (summary.since.map(number), summary.until.map(number)) {
        (_, None) if summary.leader.is_some() => "throughout".to_owned(),
        (_, None) => "to the end".to_owned(),
        (None, Some(until)) => format!("until move {until}"),
        (Some(since), Some(until)) if since == until => format!("at move {until}"),
        (Some(since), Some(until)) => format!("from move {since} to move {until}"),
    };
    match summary.leader {
        Some(leader) => format!("{leader} was better {when}."),
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
    Some(format!("Then {}{dots} {san} {what}", position.fullmoves()))
}

fn with_article(judgment: Judgment) -> String {
    let article = if judgment == Judgment::Inaccuracy { "an" } else { "a" };
    format!("{article} {judgment}")
}

fn lower_first(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.len().min(1));
    first.to_lowercase() + rest
}
