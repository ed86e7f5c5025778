//! The names of the package, spelled as players read them today: `KGA: Allgaier, Cook variation`
//! becomes `King's Gambit Accepted: Allgaier Gambit, Cook Variation`. A name has a family, and
//! behind a colon its variations, the wider one first.

mod spelling;

use std::collections::HashMap;

use spelling::{FAMILIES, NOUNS, REWRITTEN, SMALL_WORDS, SPELLINGS};

/// The names in the same order, spelled out. All are needed at once: where a name has only the
/// beginning of a variation (`Allgaier`), another tells what it is (`Allgaier gambit`).
pub(super) fn readable<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<Vec<String>> = names.map(parts).collect();
    let mut whole = HashMap::new();
    for name in &names {
        for variation in &name[1..] {
            if let Some((bare, noun)) = variation.rsplit_once(' ')
                && NOUNS.contains(&noun)
            {
                whole.entry((name[0].clone(), bare.to_owned())).or_insert(variation.clone());
            }
        }
    }
    names.iter().map(|name| joined(name, &whole)).collect()
}

/// The family of a name and its variations.
fn parts(name: &str) -> Vec<String> {
    let mut name = without_asides(name);
    for (from, to) in REWRITTEN {
        if let Some(rest) = name.strip_prefix(from) {
            name = format!("{to}{rest}");
        }
    }
    let (head, tail) = name.split_once([':', ',']).unwrap_or((&name, ""));
    let family = FAMILIES.iter().find(|(from, _)| *from == head).map_or(head, |(_, to)| *to);
    let full = format!("{family}:{tail}").replace(" - ", ", ");
    let parts = full.split([':', ',', ';']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(spelled).collect()
}

/// The name with single spaces, without quotation marks and without what stands in parentheses:
/// other names of the same opening.
fn without_asides(name: &str) -> String {
    let mut depth = 0;
    let mut kept = String::new();
    for character in name.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            '`' => {}
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
    }
    kept.replace("' variation", " variation").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One part of a name, each word spelled and with a capital letter where English has one.
fn spelled(part: &str) -> String {
    let words = part.split(' ').map(|word| {
        let word: Vec<&str> = corrected(word).split('-').map(corrected).collect();
        let word = word.join("-");
        let stays = is_move(&word) || SMALL_WORDS.contains(&word.as_str());
        if stays { word } else { capitalized(&word) }
    });
    capitalized(&words.collect::<Vec<_>>().join(" "))
}

fn corrected(word: &str) -> &str {
    SPELLINGS.iter().find(|(from, _)| *from == word).map_or(word, |(_, to)| to)
}

fn capitalized(word: &str) -> String {
    if is_move(word.split(' ').next().unwrap_or_default()) {
        return word.to_owned();
    }
    let mut characters = word.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// Whether a word is a move, with or without its number, or the pawns of a capture (`cd`).
fn is_move(word: &str) -> bool {
    let san = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let san = san.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).trim_start_matches('x');
    let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
    match san.as_bytes() {
        [file, rank] => is_file(file) && (is_file(rank) || (b'1'..=b'8').contains(rank)),
        [file, b'x' | b'a'..=b'h', to, rank] => {
            is_file(file) && is_file(to) && (b'1'..=b'8').contains(rank)
        }
        [file, to, rank] => is_file(file) && is_file(to) && (b'1'..=b'8').contains(rank),
        _ => san.starts_with("O-O"),
    }
}

/// A name from its parts; a variation without a noun gets the one that others have, or the common
/// one.
fn joined(parts: &[String], whole: &HashMap<(String, String), String>) -> String {
    let family = &parts[0];
    let variations = parts[1..].iter().map(|variation| {
        let has_noun = variation.split(' ').any(|word| NOUNS.contains(&word) || is_move(word));
        match whole.get(&(family.clone(), variation.clone())) {
            _ if has_noun => variation.clone(),
            Some(whole) => whole.clone(),
            None => format!("{variation} Variation"),
        }
    });
    let variations: Vec<String> = variations.collect();
    if variations.is_empty() {
        family.clone()
    } else {
        format!("{family}: {}", variations.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_out() {
        for (from, to) in [
            ("Sicilian: Najdorf", "Sicilian Defense: Najdorf Variation"),
            ("Gruenfeld defence", "Grünfeld Defense"),
            ("Polish (Sokolsky) opening", "Polish Opening"),
            ("Reti accepted: Keres variation", "Réti Opening: Accepted, Keres Variation"),
            ("KP: Nimzovich defence, Wheeler gambit", "Nimzowitsch Defense: Wheeler Gambit"),
            ("Dutch, 2.Bg5 variation", "Dutch Defense: 2.Bg5 Variation"),
            (
                "Vienna: `Frankenstein-Dracula' variation",
                "Vienna Game: Frankenstein-Dracula Variation",
            ),
            ("QGD: 4.Bg5 Be7, 5.e3 O-O", "Queen's Gambit Declined: 4.Bg5 Be7, 5.e3 O-O"),
            ("two knights defence", "Two Knights Defense"),
            (
                "Benoni: classical with ...a6 and 10...Bg4",
                "Benoni Defense: Classical with ...a6 and 10...Bg4",
            ),
        ] {
            assert_eq!(readable([from].into_iter()), [to], "{from}");
        }
    }

    #[test]
    fn a_shortened_variation_gets_the_noun_of_its_longer_name() {
        let names = ["KGA: Allgaier gambit", "KGA: Allgaier, Cook variation", "Sicilian: Allgaier"];
        assert_eq!(
            readable(names.into_iter())[1..],
            [
                "King's Gambit Accepted: Allgaier Gambit, Cook Variation",
                "Sicilian Defense: Allgaier Variation"
            ]
        );
    }
}
