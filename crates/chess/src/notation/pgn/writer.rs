//! Writes games in the export format of the standard.
//!
//! The same tree always gives the same bytes, and reading them gives an equal tree. Lines are
//! shorter than 80 characters, unless a single word or tag is longer.

use std::fmt::{self, Write};

use super::header::STANDARD_START;
use super::walk::{TreeEvent, TreeMove};
use super::wrap::LineWrapper;
use super::{Comment, Tree};
use crate::Position;

impl fmt::Display for Tree {
    /// Writes the game, including the blank line that ends it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_tags(f, self)?;
        f.write_char('\n')?;
        let mut writer =
            Writer { tree: self, out: LineWrapper::new(f), numbered: false, detached: false };
        writer.comments(self.comments(Tree::ROOT))?;
        self.walk().try_for_each(|event| writer.event(&event))?;
        writer.out.word(self.result().as_str())?;
        writer.out.finish()?;
        f.write_str("\n\n")
    }
}

/// Writes the roster, then the start position unless it is the standard one, then the other tags.
fn write_tags(f: &mut fmt::Formatter, tree: &Tree) -> fmt::Result {
    let mut write_tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(f, "[{name} \"{value}\"]")
    };
    let tags = tree.tags();
    tags.roster().try_for_each(|(name, value)| write_tag(name, value))?;
    write_tag("Result", tree.result().as_str())?;
    if *tree.start() != *STANDARD_START {
        write_tag("SetUp", "1")?;
        write_tag("FEN", &tree.start().to_string())?;
    }
    tags.others().try_for_each(|(name, value)| write_tag(name, value))
}

/// Writes the moves.
struct Writer<'a, 'b, 'c> {
    tree: &'a Tree,
    out: LineWrapper<'b, 'c>,
    /// The number of Black's next move is clear from White's.
    numbered: bool,
    /// A parenthesis precedes the next move, so a comment there belongs to it.
    detached: bool,
}

impl Writer<'_, '_, '_> {
    fn event(&mut self, event: &TreeEvent) -> fmt::Result {
        match event {
            TreeEvent::Move(step) => return self.step(step),
            TreeEvent::BeginVariation => self.out.open()?,
            TreeEvent::EndVariation => self.out.close(),
        }
        (self.numbered, self.detached) = (false, true);
        Ok(())
    }

    fn step(&mut self, step: &TreeMove) -> fmt::Result {
        let before = self.tree.comments_before(step.node);
        if !before.is_empty() && !self.detached {
            self.number(&step.before)?;
        }
        self.comments(before)?;
        if step.before.turn().is_white() || !self.numbered {
            self.number(&step.before)?;
        }
        self.out.word(step.san().as_str())?;
        (self.numbered, self.detached) = (true, false);
        for nag in self.tree.nags(step.node) {
            self.out.word(&nag.to_string())?;
        }
        self.comments(self.tree.comments(step.node))
    }

    fn number(&mut self, position: &Position) -> fmt::Result {
        let dots = if position.turn().is_white() { "." } else { "..." };
        self.out.word(&format!("{}{dots}", position.fullmoves()))
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        for comment in comments {
            self.out.comment(comment.as_str())?;
            self.numbered = false;
        }
        Ok(())
    }
}
