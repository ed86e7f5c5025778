//! Small values inside events, each as a simple form that serde knows.
//!
//! `#[serde(with = "leaf")]` on a field writes its form; an option or a pair of leaves is a leaf.

use std::time::Duration;

use chess::{ByColor, Color, Position, Quoted};
use game::{GameId, Name, Offer};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is stored as something simpler.
pub(super) trait Leaf: Sized {
    /// What it is stored as.
    type Form: Serialize + DeserializeOwned;

    /// The value as it is stored.
    fn form(&self) -> Self::Form;

    /// The value that was stored so, or what is wrong with it.
    fn read(form: Self::Form) -> Result<Self, String>;
}

pub(super) fn serialize<L: Leaf, S: Serializer>(leaf: &L, to: S) -> Result<S::Ok, S::Error> {
    leaf.form().serialize(to)
}

pub(super) fn deserialize<'de, L: Leaf, D: Deserializer<'de>>(from: D) -> Result<L, D::Error> {
    L::read(L::Form::deserialize(from)?).map_err(D::Error::custom)
}

impl<L: Leaf> Leaf for Option<L> {
    type Form = Option<L::Form>;

    fn form(&self) -> Self::Form {
        self.as_ref().map(L::form)
    }

    fn read(form: Self::Form) -> Result<Self, String> {
        form.map(L::read).transpose()
    }
}

impl<L: Leaf> Leaf for Box<L> {
    type Form = L::Form;

    fn form(&self) -> Self::Form {
        L::form(self)
    }

    fn read(form: Self::Form) -> Result<Self, String> {
        L::read(form).map(Box::new)
    }
}

/// One thing for each side.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pair<T> {
    white: T,
    black: T,
}

impl<L: Leaf> Leaf for ByColor<L> {
    type Form = Pair<L::Form>;

    fn form(&self) -> Self::Form {
        Pair { white: self[Color::White].form(), black: self[Color::Black].form() }
    }

    fn read(form: Self::Form) -> Result<Self, String> {
        Ok(ByColor::new(L::read(form.white)?, L::read(form.black)?))
    }
}

impl Leaf for Duration {
    type Form = u64;

    fn form(&self) -> u64 {
        u64::try_from(self.as_millis()).unwrap_or(u64::MAX)
    }

    fn read(millis: u64) -> Result<Duration, String> {
        Ok(Duration::from_millis(millis))
    }
}

impl Leaf for Color {
    type Form = String;

    fn form(&self) -> String {
        color_word(*self).to_owned()
    }

    fn read(word: String) -> Result<Color, String> {
        let color = Color::ALL.into_iter().find(|color| color_word(*color) == word);
        color.ok_or_else(|| format!("'{}' is neither white nor black", Quoted(&word)))
    }
}

fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Leaf for Offer {
    type Form = String;

    fn form(&self) -> String {
        offer_word(*self).to_owned()
    }

    fn read(word: String) -> Result<Offer, String> {
        let offers = [Offer::Draw, Offer::Takeback, Offer::Rematch];
        let offer = offers.into_iter().find(|offer| offer_word(*offer) == word);
        offer.ok_or_else(|| format!("'{}' is not draw, takeback or rematch", Quoted(&word)))
    }
}

fn offer_word(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Takeback => "takeback",
        Offer::Rematch => "rematch",
    }
}

impl Leaf for Name {
    type Form = String;

    fn form(&self) -> String {
        self.as_str().to_owned()
    }

    fn read(text: String) -> Result<Name, String> {
        let name = Name::from_file(&text).filter(|name| name.as_str() == text);
        name.ok_or_else(|| format!("'{}' is not a name", Quoted(&text)))
    }
}

impl Leaf for GameId {
    type Form = String;

    fn form(&self) -> String {
        self.as_str().to_owned()
    }

    fn read(text: String) -> Result<GameId, String> {
        let fault = || format!("'{}' is not {} letters and digits", Quoted(&text), GameId::LENGTH);
        GameId::new(&text).ok_or_else(fault)
    }
}

impl Leaf for Position {
    type Form = String;

    fn form(&self) -> String {
        self.to_string()
    }

    fn read(fen: String) -> Result<Position, String> {
        fen.parse().map_err(|fault| format!("'{}' is no position: {fault}", Quoted(&fen)))
    }
}
