//! Passwords that are guessed first: common ones, names, and simple patterns.
//!
//! Case, digits and punctuation around a word do not make it a better password, so `Dragon-2024!`
//! is as weak as `dragon`.

use game::Name;

/// Common passwords and the words they are made of, from public lists of leaked passwords.
const COMMON: &str = include_str!("common_passwords.txt");
/// The rows of keyboards, and the orders of letters and digits.
const SEQUENCES: [&str; 9] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6zhn",
];
/// The maximum length of a unit whose repetition is still a simple pattern.
const MAX_UNIT: usize = 4;
/// The name of the program, which is the first guess at its server.
const PROGRAM: &str = "tabiya";

/// Whether a password is common or a simple pattern.
pub(super) fn is_weak(password: &str) -> bool {
    let plain = password.to_lowercase();
    let letters = letters_and_digits(&plain);
    let stem = letters.trim_matches(|c: char| c.is_ascii_digit());
    let is_common = |word: &str| COMMON.split_whitespace().any(|common| common == word);
    is_common(&plain)
        || is_common(&letters)
        || is_common(stem)
        || is_made_of(stem, PROGRAM)
        || is_repetition(&plain)
        || is_sequence(&letters)
}

/// Whether a password is the name of its account, apart from digits and punctuation.
pub(super) fn is_name(password: &str, name: &Name) -> bool {
    let (password, name) = (letters_and_digits(&password.to_lowercase()), name.key());
    let name = letters_and_digits(&name);
    let stem = password.trim_matches(|c: char| c.is_ascii_digit());
    is_made_of(&password, &name) || is_made_of(stem, &name)
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether a text is a word, once or several times.
fn is_made_of(text: &str, word: &str) -> bool {
    !word.is_empty() && !text.is_empty() && text.replace(word, "").is_empty()
}

/// Whether a text repeats a short unit, as `abcabcab`.
fn is_repetition(text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let repeats = |unit: usize| text.iter().skip(unit).zip(&text).all(|(next, c)| next == c);
    (1..=MAX_UNIT).any(repeats)
}

/// Whether a text is a part of a sequence, in either direction.
fn is_sequence(text: &str) -> bool {
    let backwards: String = text.chars().rev().collect();
    let is_part = |row: &&str| row.contains(text) || row.contains(&backwards);
    !text.is_empty() && SEQUENCES.iter().any(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_and_simple_patterns_are_weak() {
        for (password, expected) in [
            ("password", true),
            ("Password1", true),
            ("P-a-s-s-w-o-r-d", true),
            ("dragon-2024!", true),
            ("12345678", true),
            ("87654321", true),
            ("abcdefgh", true),
            ("qwertzuiop", true),
            ("aaaaaaaa", true),
            ("abababab", true),
            ("abc!abc!", true),
            ("tabiyatabiya", true),
            ("Tabiya 2026", true),
            ("passwort", true),
            ("motdepasse", true),
            ("correct horse", false),
            ("long enough", false),
            ("sunshine on my desk", false),
            ("xK3-vouq", false),
            ("?=)(/&%$", false),
            ("ääöüßxyz", false),
        ] {
            assert_eq!(is_weak(password), expected, "{password}");
        }
    }

    #[test]
    fn the_name_of_an_account_is_no_password() {
        let name = Name::new("Anna-Lena").expect("a name");
        for (password, expected) in [
            ("annalena", true),
            ("Anna-Lena 2011", true),
            ("ANNALENAannalena", true),
            ("anna has a long password", false),
            ("lena-anna", false),
        ] {
            assert_eq!(is_name(password, &name), expected, "{password}");
        }
    }

    #[test]
    fn the_list_is_in_lower_case() {
        assert_eq!(COMMON, COMMON.to_lowercase());
        assert!(COMMON.split_whitespace().count() > 5_000);
    }
}
