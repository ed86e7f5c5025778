//! What a scenario found: figures beside their goals, and beside the baseline of the same run.

use crate::table::Table;

/// The figures of one scenario.
pub(crate) struct Report {
    title: String,
    table: Table,
    missed: usize,
}

impl Report {
    /// A report without figures.
    pub(crate) fn new(title: impl Into<String>) -> Report {
        let table = Table::new(["figure", "seen", "goal", "met"]);
        Report { title: title.into(), table, missed: 0 }
    }

    /// A figure with a goal.
    pub(crate) fn goal(
        &mut self,
        what: &str,
        seen: impl Into<String>,
        goal: impl Into<String>,
        is_met: bool,
    ) {
        let met = if is_met { "yes" } else { "no" };
        self.missed += usize::from(!is_met);
        self.table.row([what.to_owned(), seen.into(), goal.into(), met.to_owned()]);
    }

    /// A figure to judge the others by.
    pub(crate) fn figure(&mut self, what: &str, seen: impl Into<String>) {
        self.table.row([what.to_owned(), seen.into()]);
    }

    /// Prints the report; how many goals were missed.
    pub(crate) fn print(&self) -> usize {
        println!("\n{}\n{}", self.title, self.table);
        self.missed
    }
}
