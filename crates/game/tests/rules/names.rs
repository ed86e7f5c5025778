//! Which names are accepted, and which are the same or look the same.

use game::Name;

fn name(text: &str) -> Name {
    Name::new(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[test]
fn names_that_differ_only_in_case_width_or_composition_are_the_same() {
    for (one, other, is_same) in [
        ("Kelvin", "\u{212A}elvin", true),
        ("Kelvin", "KELVIN", true),
        ("Kelvin", "Ｋｅｌｖｉｎ", true),
        ("Zoë", "Zoe\u{308}", true),
        ("Zoë", "ZOË", true),
        ("Zoë", "Zoe", false),
        ("Strauß", "STRAUSS", true),
        ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ", true),
        ("Ångström", "\u{212B}ngström", true),
        ("ﬁn", "fin", true),
        ("Ann  B", "Ann B", true),
        ("ſam", "Sam", true),
        ("Anna", "Аnna", false),
        ("Ann", "Anne", false),
    ] {
        assert_eq!(name(one).key() == name(other).key(), is_same, "{one} {other}");
    }
}

#[test]
fn names_that_look_the_same_have_the_same_skeleton() {
    for (one, other, is_same) in [
        ("Anna", "Аnna", true),
        ("admin", "ａdmіn", true),
        ("Kelvin", "\u{212A}elvin", true),
        ("Paypal 1", "Paypal l", true),
        ("Zoë", "Zoe\u{308}", true),
        ("Zoë", "Zoe", false),
        ("Müller", "Muller", false),
        ("Ann", "Anne", false),
        ("Ivan", "Иван", false),
    ] {
        assert_eq!(name(one).skeleton() == name(other).skeleton(), is_same, "{one} {other}");
    }
}

#[test]
fn a_key_is_its_own_key() {
    for text in ["Kelvin", "STRAUSS ß", "İstanbul", "ΟΔΥΣΣΕΎΣ", "ﬁn ﬃ", "ǅ", "ᾼ", "Ⅷ", "①a"]
    {
        let key = name(text).key();
        let again = Name::from_file(&key).expect("text").key();
        assert_eq!(again, key, "{text}");
    }
}

#[test]
fn characters_that_nobody_sees_are_not_in_names() {
    for text in [
        "Anna\u{200B}",
        "An\u{200D}na",
        "\u{202E}anna",
        "Anna\u{3164}",
        "\u{115F}Anna",
        "An\u{AD}na",
        "Anna\nBen",
        "Anna\u{0301}\u{0301}x",
    ] {
        assert!(Name::new(text).is_err(), "{text:?}");
    }
    assert_eq!(name("Zoe\u{308}").as_str(), "Zoë", "an accent is composed with its letter");
    assert_eq!(name("Conor O’Brien").as_str(), "Conor O'Brien", "as phones type it");
}
