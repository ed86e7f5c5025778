//! Round robins, knockouts, the Keizer system and Glicko-2 against published tables and worked
//! examples, and what must hold for any number of players.
// req: C8

mod glicko2;
mod keizer;
mod knockout;
mod round_robin;

use serde_json::Value;

/// A file of `testdata/competitions`.
fn facts(name: &str) -> Value {
    let path = format!("{}/../../testdata/competitions/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(list: &Value) -> Vec<usize> {
    list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
}
