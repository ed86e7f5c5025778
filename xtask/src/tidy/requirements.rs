//! The link between tests and `docs/requirements.md`: a test names the requirements it protects in
//! a `// req: A3, B1` comment, and every id in such a comment is on that page.

use super::Finding;
use super::source::Source;

/// The page that defines the ids.
pub(crate) const PAGE: &str = "docs/requirements.md";

const TAG: &str = "// req: ";

/// Every tag names requirements that exist.
pub(crate) fn ids_are_known(page: &str, files: &[Source]) -> Vec<Finding> {
    tags(files)
        .filter(|tag| ids(page).all(|id| id != tag.id))
        .map(|tag| {
            let message = format!("{:?} is not an id of {PAGE}", tag.id);
            Finding::new(tag.path, tag.line, message)
        })
        .collect()
}

/// How many tags name each requirement, and the requirements that none names.
pub(crate) fn report(page: &str, files: &[Source]) -> String {
    let count = |id| tags(files).filter(|tag| tag.id == id).count();
    let mut lines: Vec<String> = ids(page).map(|id| format!("{id:<4}{:>4}", count(id))).collect();
    let untested: Vec<&str> = ids(page).filter(|id| count(id) == 0).collect();
    lines.push(match untested.len() {
        0 => "every requirement has a test".into(),
        count => format!("{count} without a test: {}", untested.join(", ")),
    });
    lines.join("\n")
}

/// The ids that the page defines: the first cells of its table rows.
fn ids(page: &str) -> impl Iterator<Item = &str> {
    let cells = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.filter(|cell| {
        let number = cell.strip_prefix(|letter: char| letter.is_ascii_uppercase());
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

struct Tag<'a> {
    path: &'a str,
    line: usize,
    id: &'a str,
}

fn tags(files: &[Source]) -> impl Iterator<Item = Tag<'_>> {
    let lines =
        files.iter().flat_map(|file| (1..).zip(file.text.lines()).map(move |it| (file, it)));
    lines.flat_map(|(file, (line, text))| {
        let ids = text.trim_start().strip_prefix(TAG).into_iter().flat_map(|ids| ids.split(','));
        ids.map(move |id| Tag { path: &file.path, line, id: id.trim() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "# Title\n| id | requirement |\n|---|---|\n| A1 | one |\n| D12 | two |\n";

    fn file(text: &str) -> [Source; 1] {
        [Source::new("web/e2e/play.test.ts", text)]
    }

    #[test]
    fn only_ids_of_the_page_may_be_named() {
        for (text, expected) in [
            ("// req: A1\n", vec![]),
            ("  // req: A1, D12\n", vec![]),
            ("\n// req: A1, A2\n", vec![(2, "\"A2\" is not an id of docs/requirements.md")]),
            ("// req: id\n", vec![(1, "\"id\" is not an id of docs/requirements.md")]),
            ("// req: A1,\n", vec![(1, "\"\" is not an id of docs/requirements.md")]),
            ("let a = 1; // not a tag, req: Z9\n", vec![]),
        ] {
            let findings = ids_are_known(SAMPLE, &file(text));
            let found: Vec<(usize, &str)> =
                findings.iter().map(|finding| (finding.line, finding.message.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_report_counts_tags_and_names_what_no_test_names() {
        let report = report(SAMPLE, &file("// req: A1\n// req: A1\n"));
        assert_eq!(report, "A1     2\nD12    0\n1 without a test: D12");
    }
}
