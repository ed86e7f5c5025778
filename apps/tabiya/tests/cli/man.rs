//! `tabiya man`.

use crate::harness::{Folder, run};

#[test]
fn the_page_names_every_command() {
    let page = run(&["man"]).success();
    assert!(page.contains(".TH tabiya 1"), "{page}");
    for command in ["serve", "pgn", "match", "man"] {
        assert!(page.contains(&format!("tabiya\\-{command}(1)")), "{command} in {page}");
    }
}

#[test]
fn every_command_gets_a_page_of_its_own() {
    let folder = Folder::new("man-pages");
    let out = folder.path("share/man/man1");
    assert_eq!(run(&["man", "--out", &out]).success(), "");
    // Again, as somebody does who has a newer program.
    assert_eq!(run(&["man", "--out", &out]).success(), "");
    for name in ["tabiya", "tabiya-serve", "tabiya-pgn", "tabiya-pgn-check", "tabiya-completions"] {
        let page = folder.read(&format!("share/man/man1/{name}.1"));
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    }
    let page = folder.read("share/man/man1/tabiya-serve.1");
    assert!(page.contains("max\\-connections"), "{page}");
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let folder = Folder::new("man-file");
    let file = folder.write("pages", "precious");
    let run = run(&["man", "--out", &file]);
    let expected = format!("tabiya: cannot write '{file}': ");
    assert!(run.status == 2 && run.stderr.starts_with(&expected), "{run:?}");
    assert_eq!(folder.read("pages"), "precious");
}
