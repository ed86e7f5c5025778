//! The types in TypeScript.

use std::fs;

#[test]
fn every_type_is_written_with_numbers_that_browsers_have() {
    let folder = std::env::temp_dir().join(format!("tabiya-wire-{}", std::process::id()));
    wire::export_typescript(&folder).expect("a folder that can be written to");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file of this name");
    assert!(read("ClientMessage.ts").contains(r#""type": "hello""#));
    assert!(read("ServerMessage.ts").contains(r#""type": "error""#));
    assert!(read("Time.ts").contains("base_ms: number"));
    assert!(read("Seat.ts").contains("name: string | null"));
    assert!(read("Permission.ts").contains(r#""take_own_seats""#));
    assert!(read("Login.ts").contains("password: string"));
    assert!(read("Sides.ts").contains("Sides<T>"));
    fs::remove_dir_all(&folder).expect("our own folder");
}
