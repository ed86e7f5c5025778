//! The summary as aligned text: labels on the left, values on the right.

use chess::pgn::GameResult;
use chess::{Color, Position};

use super::tally::{Length, Tally};

/// How many openings, and how many ECO codes, are listed.
const LISTED: usize = 10;
const LABEL_WIDTH: usize = 16;

const RESULTS: [GameResult; 4] = [
    GameResult::Win(Color::White),
    GameResult::Win(Color::Black),
    GameResult::Draw,
    GameResult::Unknown,
];

pub(super) fn render(tally: &Tally) -> String {
    let mut page = Page::default();
    page.row("games", &tally.games.to_string());
    page.shares("results", &results(tally), tally.games);
    if tally.played > 0 {
        let average = tally.plies as f64 / tally.played as f64 / 2.0;
        page.row("average length", &format!("{average:.1} moves"));
    }
    for (label, length) in [("shortest", &tally.shortest), ("longest", &tally.longest)] {
        if let Some(length) = length {
            page.row(label, &describe(length));
        }
    }
    page.row("players", &tally.players.len().to_string());
    if let (Some(first), Some(last)) = (&tally.first_date, &tally.last_date) {
        page.row("dates", &format!("{first} to {last}"));
    }
    let start = Position::default();
    let openings = tally.openings.iter().map(|(moves, &games)| (start.san_line(moves), games));
    page.shares("openings", &most_common(openings), tally.games);
    let codes = tally.eco.iter().map(|(code, &games)| (code.clone(), games));
    page.shares("ECO", &most_common(codes), tally.games);
    page.row("errors", &tally.errors.to_string());
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn row(&mut self, label: &str, value: &str) {
        self.text += format!("{label:LABEL_WIDTH$}{value}").trim_end();
        self.text.push('\n');
    }

    /// A row for each name with its count and percentage, under one label.
    fn shares(&mut self, label: &str, counts: &[(String, u64)], total: u64) {
        let name_width = widest(counts.iter().map(|(name, _)| name.chars().count()));
        let count_width = widest(counts.iter().map(|(_, count)| count.to_string().len()));
        let labels = std::iter::once(label).chain(std::iter::repeat(""));
        for (label, (name, count)) in labels.zip(counts) {
            let percent = 100.0 * *count as f64 / total.max(1) as f64;
            let row = format!("{name:name_width$}  {count:count_width$}  {percent:5.1} %");
            self.row(label, &row);
        }
    }
}

fn widest(widths: impl Iterator<Item = usize>) -> usize {
    widths.max().unwrap_or(0)
}

fn results(tally: &Tally) -> Vec<(String, u64)> {
    let count = |result| tally.results.get(&result).copied().unwrap_or(0);
    RESULTS.map(|result| (result.to_string(), count(result))).into()
}

/// The first few, largest count first; equal ones by name.
fn most_common(counts: impl Iterator<Item = (String, u64)>) -> Vec<(String, u64)> {
    let mut counts: Vec<_> = counts.collect();
    counts.sort_unstable_by(|(name, count), (other, other_count)| {
        other_count.cmp(count).then_with(|| name.cmp(other))
    });
    counts.truncate(LISTED);
    counts
}

/// `269 moves  Nikolic - Arsovic, 1989.02.17 (line 12)`
fn describe(length: &Length) -> String {
    let moves = length.plies.div_ceil(2);
    let unit = if moves == 1 { "move" } else { "moves" };
    let Length { white, black, date, line, .. } = length;
    let name = |tag: &str| if tag.is_empty() { "?".to_owned() } else { tag.to_owned() };
    let date = if date.is_empty() { String::new() } else { format!(", {date}") };
    format!("{moves} {unit}  {} - {}{date} (line {line})", name(white), name(black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_counts_are_listed_by_name() {
        let counts = [("b", 1), ("c", 2), ("a", 1)].map(|(name, count)| (name.to_owned(), count));
        let names: Vec<String> =
            most_common(counts.into_iter()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["c", "a", "b"]);
    }

    #[test]
    fn an_empty_tally_is_a_page_too() {
        let page = render(&Tally::default());
        assert!(page.starts_with("games           0\n"), "{page}");
        assert!(!page.contains("NaN"), "{page}");
    }
}
