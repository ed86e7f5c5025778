//! The texts that words are searched in, and the words.
//!
//! Both are folded: case and accents make no difference, so `muller` finds Müller and `Müller`
//! finds Muller. That is for searching alone, and has nothing to do with who has which name.

use chess::Color;
use game::GameId;
use unicode_normalization::UnicodeNormalization;

use crate::query::opening_key;
use crate::{Details, Summary};

/// A word of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The word, folded; never empty.
    pub(crate) text: String,
    /// The game that it names. The id of a game is found as a whole only: it is random, and a part
    /// of it would be found by accident.
    pub(crate) id: Option<GameId>,
}

impl Word {
    /// None when nothing of the word is left.
    pub(crate) fn new(word: &str) -> Option<Word> {
        let text = fold_accents(word);
        (!text.is_empty()).then(|| Word { text, id: GameId::new(word) })
    }
}

/// Text in lower case and without accents. Marks that change what a letter is outside of the Latin,
/// Greek and Cyrillic scripts stay.
pub(crate) fn fold_accents(text: &str) -> String {
    // The usual case, also for speed.
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower = text.to_lowercase();
    let plain: String = lower.nfd().filter(|&letter| !is_accent(letter)).nfc().collect();
    let mut folded = String::with_capacity(plain.len());
    for letter in plain.chars() {
        match letter_group(letter) {
            Some(group) => folded.push_str(group),
            None => folded.push(letter),
        }
    }
    folded
}

/// Whether a character is an accent on the letter before it. The migration of `PostgreSQL` that
/// folds older games has the same ranges, and the same letters as [`letter_group`].
fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}')
}

/// The letters that stand for a letter which is not one with an accent, but is often written so.
fn letter_group(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ŧ' => "t",
        'ı' => "i",
        'ς' => "σ",
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => "'",
        _ => return None,
    })
}

/// The searchable text besides the details: names and opening.
pub(crate) fn search_text(summary: &Summary) -> String {
    let name = |color: Color| summary.names[color].as_ref().map_or("", |name| name.as_str());
    let (eco, opening) = opening_key(summary);
    joined(&[name(Color::White), name(Color::Black), eco, opening])
}

/// The searchable text of the details.
pub(crate) fn details_search(details: &Details) -> String {
    let Details { event, site, date, round, .. } = details;
    joined(&[event, site, date, round].map(|text| text.as_deref().unwrap_or_default()))
}

/// Texts as one that is searched.
pub(crate) fn joined<S: AsRef<str>>(texts: &[S]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| fold_accents(text.as_ref())).collect();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_folded_and_other_marks_stay() {
        for (text, expected) in [
            ("Müller", "muller"),
            ("Mu\u{308}ller", "muller"),
            ("RÉTI", "reti"),
            ("Øystein", "oystein"),
            ("Łódź", "lodz"),
            ("STRAẞE", "strasse"),
            ("Đorđević", "dordevic"),
            ("Þór", "thor"),
            ("Æsir, Œuvre", "aesir, oeuvre"),
            ("İbrahim", "ibrahim"),
            ("Ĥħ", "hh"),
            ("O\u{2019}Neill", "o'neill"),
            ("Королёв", "королев"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
            ("がぎ", "がぎ"),
            ("한글", "한글"),
            ("की", "की"),
            ("\u{301}", ""),
        ] {
            assert_eq!(fold_accents(text), expected, "{text}");
            assert_eq!(fold_accents(expected), expected, "{text} twice");
        }
    }

    #[test]
    fn a_word_names_a_game_by_its_whole_id() {
        let id = |word: &str| Word::new(word).and_then(|word| word.id);
        assert_eq!(id("aB3aB3aB3x").unwrap().as_str(), "aB3aB3aB3x");
        assert_eq!(id("aB3aB3aB3"), None);
        assert_eq!(Word::new("\u{301}"), None);
    }
}
