//! Tournaments of `testdata/competitions`.

use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/competitions");

/// A recorded report with its name.
pub(crate) struct Recorded {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The text of a file.
pub(crate) fn file(name: &str) -> String {
    fs::read_to_string(format!("{FOLDER}/{name}")).expect("a file of testdata")
}

/// The reports of a file, which has a line with the name before each.
pub(crate) fn reports(name: &str) -> Vec<Recorded> {
    let text = file(name);
    let parts = text.split("### file: ").filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, text) = part.split_once('\n').expect("a name");
            Recorded { name: name.into(), text: text.into() }
        })
        .collect()
}
