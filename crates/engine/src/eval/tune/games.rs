//! The quiet positions of games, for tuning.

use chess::pgn::{
    Comment, CommentPlacement, GameResult, Location, Movetext, PgnError, Score, Visitor,
};
use chess::{Color, Move, Position};

use super::Dataset;

/// Half-moves at the start of a game that say nothing about its result.
const OPENING: usize = 8;

/// A PGN visitor that collects the quiet positions of games in a dataset.
///
/// It leaves out games without a result, decided on time, abandoned, or with errors or null moves;
/// and in the others the opening, variations, positions in check or before a capture or promotion,
/// and those with a mate score.
pub struct PositionCollector<'a> {
    dataset: &'a mut Dataset,
    quiet: Vec<(Position, Option<i32>)>,
    position: Position,
    score: Option<Score>,
    ply: usize,
    depth: usize,
    is_dropped: bool,
}

impl<'a> PositionCollector<'a> {
    /// A visitor that fills a dataset.
    pub fn new(dataset: &'a mut Dataset) -> PositionCollector<'a> {
        PositionCollector {
            dataset,
            quiet: Vec::new(),
            position: Position::default(),
            score: None,
            ply: 0,
            depth: 0,
            is_dropped: false,
        }
    }

    /// True when the current position is quiet and past the opening.
    fn is_quiet(&self, m: Move) -> bool {
        let is_capture = self.position.board().occupied().contains(m.to()) && !m.is_castle();
        self.ply >= OPENING
            && !is_capture
            && !m.is_en_passant()
            && m.promoted().is_none()
            && !matches!(self.score, Some(Score::Mate(_)))
            && !self.position.is_check()
    }
}

impl Visitor for PositionCollector<'_> {
    fn begin_game(&mut self, _at: Location) {
        self.quiet.clear();
        self.score = None;
        self.ply = 0;
        self.depth = 0;
        self.is_dropped = false;
    }

    fn tag(&mut self, name: &str, value: &str) {
        let value = value.to_ascii_lowercase();
        let says = |word| value.contains(word);
        self.is_dropped |= name == "Termination" && (says("time") || says("abandon"));
        self.is_dropped |= name == "Result" && value == GameResult::Unknown.as_str();
    }

    fn start(&mut self, position: &Position) -> Movetext {
        self.position = *position;
        if self.is_dropped { Movetext::Skip } else { Movetext::Read }
    }

    fn play(&mut self, m: Move, after: &Position) {
        if self.depth > 0 {
            return;
        }
        if self.is_quiet(m) {
            let score = match self.score {
                Some(Score::Centipawns(score)) => Some(score),
                Some(Score::Mate(_)) | None => None,
            };
            self.quiet.push((self.position, score));
        }
        self.position = *after;
        self.score = None;
        self.ply += 1;
    }

    fn null_move(&mut self, _after: &Position) {
        // What follows a null move in the main line is not the game that had the result.
        self.is_dropped |= self.depth == 0;
    }

    fn comment(&mut self, text: &str, placement: CommentPlacement) {
        if self.depth == 0 && placement == CommentPlacement::AfterMove {
            let eval = Comment::new(text).eval();
            self.score = eval.map(|eval| eval.score).or(self.score);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn error(&mut self, _error: PgnError) {
        self.is_dropped = true;
    }

    fn end_game(&mut self, result: GameResult) {
        let result = match result {
            GameResult::Win(Color::White) => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Win(Color::Black) => 0.0,
            GameResult::Unknown => return,
        };
        if self.is_dropped {
            return;
        }
        self.dataset.begin_game();
        for (position, score) in &self.quiet {
            self.dataset.push(position, result, *score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::pgn::Reader;

    fn gather(pgn: &str) -> Dataset {
        let mut dataset = Dataset::default();
        let mut reader = Reader::new(pgn.as_bytes());
        let mut collector = PositionCollector::new(&mut dataset);
        while reader.read_game(&mut collector).unwrap() {}
        dataset
    }

    const OPENING: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6";

    #[test]
    fn only_quiet_positions_are_learned_from() {
        for (moves, count) in [
            ("1-0", 0),
            ("5. d3 1-0", 1),
            ("5. d3 (5. c3 d6 6. d4) 5... d6 1-0", 2),
            ("5. Bxf7+ Kxf7 6. d3 1-0", 1),
            ("{[%eval #5]} 5. d3 d6 1-0", 1),
            ("{[%eval 0.31]} 5. d3 d6 1-0", 2),
            ("5. d3 d6 *", 0),
        ] {
            assert_eq!(gather(&format!("{OPENING} {moves}")).len(), count, "{moves}");
        }
    }

    #[test]
    fn games_that_the_board_did_not_decide_are_left_out() {
        for (termination, games) in
            [("Normal", 1), ("Time forfeit", 0), ("Abandoned", 0), ("time forfeit", 0)]
        {
            let pgn = format!("[Termination \"{termination}\"]\n\n{OPENING} 5. d3 0-1");
            assert_eq!(gather(&pgn).games(), games, "{termination}");
        }
        assert_eq!(gather(&format!("{OPENING} 5. Qh8 0-1")).games(), 0);
        assert_eq!(gather(&format!("{OPENING} 5. -- d6 0-1")).games(), 0);
        assert_eq!(gather(&format!("{OPENING} 5. d3 (5. -- d6) 0-1")).games(), 1);
    }

    #[test]
    fn results_and_scores_are_kept_from_the_white_side() {
        let dataset = gather(&format!("{OPENING} {{[%eval -0.40]}} 5. d3 0-1"));
        let label = dataset.sample(0).label;
        assert_eq!((label.result, label.score), (0.0, Some(-40)));
    }
}
