//! Checks facts against the rules, knowing nothing of how they were found.
//!
//! Material is counted in the letters of a FEN, attacks are looked up from the attacked square, and
//! what is kept at the end of a line is searched for, capture by capture.

use chess::{Color, Move, Position, Role, Square};
use review::explanation::{
    BadMove, EndgameType, MaterialGain, Motif, MoveFact, PlacedPiece, Standing, Tactic,
};
use review::{Score, win_percent};

/// What is wrong with a fact.
type Objection = String;

/// Half-moves of a line that may serve as proof.
const PROOF: usize = 10;

/// The most that a single pawn is worth in an evaluation.
const DEAREST_PAWN: f64 = 2.5;

/// Confirms every claim of a fact, and that it is not about a small part of the loss.
pub(crate) fn check(fact: MoveFact, bad_move: &BadMove) -> Result<(), Objection> {
    let loss = pawns(bad_move.before.score, bad_move) - pawns(bad_move.after.score, bad_move);
    let is_enough = pawns_lost(fact).is_none_or(|count| loss <= DEAREST_PAWN * count as f64);
    hold(is_enough, &format!("that explains little of {loss}"))?;
    holds(fact, bad_move)
}

/// A score in pawns for the mover, a mate as ten.
fn pawns(score: Score, bad_move: &BadMove) -> f64 {
    let text = score.to_string();
    let white = match text.strip_prefix('#') {
        Some(moves) if moves.starts_with('-') => -10.0,
        Some(_) => 10.0,
        None => text.parse::<f64>().expect("pawns").clamp(-10.0, 10.0),
    };
    if bad_move.position.turn().is_white() { white } else { -white }
}

/// The number of pawns that a fact is about; none when it is about something else, too.
fn pawns_lost(fact: MoveFact) -> Option<usize> {
    let lost: Vec<Role> = match fact {
        MoveFact::Hangs(piece) | MoveFact::MissesCapture(piece) => vec![piece.role],
        MoveFact::LosesMaterial(gain) | MoveFact::MissesMaterial(gain) => {
            gain.won.roles().collect()
        }
        _ => return None,
    };
    lost.iter().all(|&role| role == Role::Pawn).then_some(lost.len())
}

fn holds(fact: MoveFact, bad_move: &BadMove) -> Result<(), Objection> {
    let after = bad_move.position.play(bad_move.played).expect("a legal move");
    let best = Line::new(bad_move.position, &bad_move.before.line);
    let reply = Line::new(&after, &bad_move.after.line);
    match fact {
        MoveFact::Stalemates => {
            hold(after.legal_moves().is_empty() && !after.is_check(), "it is not stalemate")
        }
        MoveFact::AllowsMate { moves, on_back_rank } => {
            let end = reply.positions.last().expect("an end");
            let home = after.turn().opposite().back_rank();
            hold(end.is_checkmate(), "the line does not mate")?;
            hold(reply.moves.len() == 2 * moves as usize - 1, "it takes another number of moves")?;
            hold(!on_back_rank || end.king(end.turn()).rank() == home, "not on the back rank")
        }
        MoveFact::MissesMate { moves } => {
            let end = best.positions.last().expect("an end");
            hold(end.is_checkmate(), "the line does not mate")?;
            hold(best.moves.len() == 2 * moves as usize - 1, "it takes another number of moves")
        }
        MoveFact::Hangs(piece) => {
            reply.takes_first(piece)?;
            reply.wins_at_least(value(piece.role) - 1)
        }
        MoveFact::LosesPiece { piece, compensation } => {
            reply.takes_first(piece)?;
            let is_compensated = taken(bad_move.position, bad_move.played) == Some(compensation)
                || reply.taker_can_be_retaken(compensation);
            hold(is_compensated, "the mover does not get that for it")?;
            reply.wins_at_least((value(piece.role) - value(compensation) - 1).max(0))
        }
        MoveFact::AllowsTactic(tactic) => reply.plays(tactic),
        MoveFact::AllowsPromotion(pawn) => reply.promotes(pawn),
        MoveFact::LosesMaterial(gain) => {
            reply.comes_to(gain, bad_move.position)?;
            hold(!best.loses_as_much(amount(gain)), "the best line loses as much")
        }
        MoveFact::MissesCapture(piece) => {
            best.takes_first(piece)?;
            best.wins_at_least((value(piece.role) - 1).max(1))
        }
        MoveFact::MissesTactic(tactic) => best.plays(tactic),
        MoveFact::MissesPromotion(pawn) => best.promotes(pawn),
        MoveFact::MissesMaterial(gain) => {
            best.comes_to(gain, bad_move.position)?;
            let also_won = reply.won_from(bad_move.position);
            hold(-also_won < amount(gain), "the move wins as much")
        }
        MoveFact::ThrowsAwayWonEndgame(endgame) => {
            hold(is_endgame(bad_move.position, endgame), "another endgame")
        }
        MoveFact::Turns { from, to } => {
            let mover = bad_move.position.turn();
            hold(stands(bad_move.before.score, mover, from), "the mover stood otherwise")?;
            hold(stands(bad_move.after.score, mover, to), "the mover stands otherwise")?;
            hold(from > to, "the position is no worse")
        }
    }
}

/// True when a side's winning chances, in percent, are those of a standing.
fn stands(score: Score, side: Color, standing: Standing) -> bool {
    let white = win_percent(score);
    let chances = if side.is_white() { white } else { 100.0 - white };
    let (least, most) = match standing {
        Standing::Winning => (86.0, 100.0),
        Standing::MuchBetter => (72.0, 86.5),
        Standing::Better => (57.0, 72.5),
        Standing::Equal => (42.5, 57.5),
        Standing::Worse => (27.5, 43.0),
        Standing::MuchWorse => (13.5, 28.0),
        Standing::Lost => (0.0, 14.0),
    };
    (least..=most).contains(&chances)
}

fn hold(claim: bool, objection: &str) -> Result<(), Objection> {
    if claim { Ok(()) } else { Err(objection.to_owned()) }
}

fn value(role: Role) -> i32 {
    [1, 3, 3, 5, 9, 0][role as usize]
}

/// The material of a side less that of the other, from the letters of the FEN.
fn material(position: &Position, side: Color) -> i32 {
    let fen = position.to_string();
    let pieces = fen.split(' ').next().expect("a board");
    let white: i32 = pieces
        .chars()
        .filter_map(|letter| Some((letter, Role::from_char(letter)?)))
        .map(|(letter, role)| if letter.is_uppercase() { value(role) } else { -value(role) })
        .sum();
    if side.is_white() { white } else { -white }
}

/// Pawns, minor pieces, rooks and queens of a side less those of the other.
#[derive(Clone, Copy, PartialEq)]
struct Imbalance([i32; 4]);

/// The letters of pieces that count alike.
const LETTERS: [&str; 4] = ["p", "nb", "r", "q"];

/// The imbalance on a board, from the letters of its FEN.
fn imbalance(position: &Position, side: Color) -> Imbalance {
    let fen = position.to_string();
    let pieces = fen.split(' ').next().expect("a board");
    let count = |letters: &str| pieces.chars().filter(|&letter| letters.contains(letter)).count();
    let sign = if side.is_white() { 1 } else { -1 };
    Imbalance(
        LETTERS
            .map(|letters| sign * (count(&letters.to_uppercase()) as i32 - count(letters) as i32)),
    )
}

/// The imbalance after one side has lost what the other wins, and won its cost.
fn after_loss(Imbalance(before): Imbalance, gain: MaterialGain) -> Imbalance {
    let count = |roles: &mut dyn Iterator<Item = Role>, letters: &str| {
        roles.filter(|role| letters.contains(role.char())).count() as i32
    };
    let mut after = before;
    for (difference, letters) in after.iter_mut().zip(LETTERS) {
        *difference -= count(&mut gain.won.roles(), letters);
        *difference += count(&mut gain.cost.roles(), letters);
    }
    Imbalance(after)
}

/// What a gain is worth in pawns.
fn amount(gain: MaterialGain) -> i32 {
    gain.won.roles().map(value).sum::<i32>() - gain.cost.roles().map(value).sum::<i32>()
}

/// What the side to move has once nobody wants to capture any more, at most so many captures deep.
fn settled(position: &Position, depth: usize) -> i32 {
    let quiet = material(position, position.turn());
    if depth == 0 {
        return quiet;
    }
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|&&m| taken(position, m).is_some());
    captures.map(|&m| -settled(&position.play(m).unwrap(), depth - 1)).fold(quiet, i32::max)
}

fn taken(position: &Position, m: Move) -> Option<Role> {
    if m.is_en_passant() {
        return Some(Role::Pawn);
    }
    let victim = position.board().piece_at(m.to())?;
    (victim.color != position.turn()).then_some(victim.role)
}

fn is_endgame(position: &Position, endgame: EndgameType) -> bool {
    let fen = position.to_string().to_lowercase();
    let pieces = fen.split(' ').next().expect("a board");
    let letters = match endgame {
        EndgameType::Pawn => "",
        EndgameType::Rook => "r",
        EndgameType::Queen => "q",
        EndgameType::Minor => "nb",
    };
    let allowed = |letter: char| !"nbrq".contains(letter) || letters.contains(letter);
    pieces.chars().all(allowed)
        && (letters.is_empty() || pieces.contains(|letter| letters.contains(letter)))
}

/// A line played out.
struct Line {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Line {
    fn new(start: &Position, moves: &[Move]) -> Line {
        let mut positions = vec![*start];
        for &m in moves {
            positions.push(positions[positions.len() - 1].play(m).expect("lines are legal"));
        }
        Line { positions, moves: moves.to_vec() }
    }

    fn side(&self) -> Color {
        self.positions[0].turn()
    }

    fn takes_first(&self, piece: PlacedPiece) -> Result<(), Objection> {
        let start = &self.positions[0];
        let is_there = start.board().piece_at(piece.square) == Some(piece.role.of(!self.side()));
        hold(is_there, "the piece is not there")?;
        let takes = self.moves.first().is_some_and(|&m| taken(start, m) == Some(piece.role));
        hold(takes, "the line does not take it first")
    }

    /// What is won at some quiet point near the end of the line.
    fn wins_at_least(&self, pawns: i32) -> Result<(), Objection> {
        let end = &self.positions[self.moves.len().min(PROOF)];
        let now = settled(end, 6) * if end.turn() == self.side() { 1 } else { -1 };
        let won = now - material(&self.positions[0], self.side());
        hold(won >= pawns, &format!("the line wins {won}, not {pawns}"))
    }

    /// What the first side has won by the end of the proof, counted from a position.
    fn won_from(&self, start: &Position) -> i32 {
        let end = &self.positions[self.moves.len().min(PROOF)];
        let now = settled(end, 6) * if end.turn() == self.side() { 1 } else { -1 };
        now - material(start, self.side())
    }

    /// True when the first side ends with so many pawns less.
    fn loses_as_much(&self, pawns: i32) -> bool {
        self.won_from(&self.positions[0]) <= -pawns
    }

    /// In some position of the line in which nobody gains by capturing, exactly the pieces of a
    /// gain are gone, and the rest of the line keeps what they are worth.
    fn comes_to(&self, gain: MaterialGain, start: &Position) -> Result<(), Objection> {
        let them = !self.side();
        let expected = after_loss(imbalance(start, them), gain);
        let proof = &self.positions[1..=self.moves.len().min(PROOF)];
        let mut quiet = proof.iter().filter(|position| {
            let in_check = position.is_check() && position.turn() == self.side();
            settled(position, 6) == material(position, position.turn()) && !in_check
        });
        let is_there = quiet.any(|position| imbalance(position, them) == expected);
        hold(is_there, "no quiet position has that balance")?;
        let kept = self.won_from(start);
        hold(kept >= amount(gain), &format!("the line keeps {kept}, not {}", amount(gain)))?;
        gain.square.map_or(Ok(()), |square| self.captures_from(square))
    }

    /// The piece that stands on a square at the start is captured in the line.
    fn captures_from(&self, start: Square) -> Result<(), Objection> {
        let mut square = start;
        for (index, &m) in self.moves.iter().enumerate().take(PROOF) {
            let is_theirs = index % 2 == 1;
            let takes_it = taken(&self.positions[index], m).is_some() && m.to() == square
                || m.is_en_passant() && Square::new(m.to().file(), m.from().rank()) == square;
            if !is_theirs && takes_it {
                return Ok(());
            }
            if is_theirs && m.from() == square {
                square = m.to();
            }
        }
        Err(format!("what stands on {start} is not captured"))
    }

    fn taker_can_be_retaken(&self, compensation: Role) -> bool {
        let (position, square) = (&self.positions[1], self.moves[0].to());
        let moves = position.legal_moves();
        moves.iter().any(|&m| m.to() == square && taken(position, m) == Some(compensation))
    }

    fn promotes(&self, pawn: Square) -> Result<(), Objection> {
        let is_pawn = self.positions[0].board().piece_at(pawn) == Some(Role::Pawn.of(self.side()));
        let own = self.moves.iter().step_by(2);
        let mut square = pawn;
        let mut promoted = false;
        for m in own.filter(|m| !m.is_castle()) {
            if m.from() == square && !promoted {
                square = m.to();
                promoted = m.promoted().is_some();
            }
        }
        hold(is_pawn && promoted, "no such pawn promotes")?;
        self.wins_at_least(3)
    }

    /// Some move of the line is the tactic, and what it wins is kept.
    fn plays(&self, tactic: Tactic) -> Result<(), Objection> {
        let starts = (0..self.moves.len().min(PROOF)).step_by(2);
        let mut tries = starts.map(|index| self.plays_at(index, tactic));
        hold(tries.any(|played| played), "no move of the line is that tactic")?;
        self.wins_at_least(1)
    }

    fn plays_at(&self, index: usize, tactic: Tactic) -> bool {
        let (us, position) = (self.side(), &self.positions[index + 1]);
        let own = self
            .moves
            .iter()
            .enumerate()
            .skip(index + 1)
            .filter(|(i, _)| (i - index).is_multiple_of(2));
        let taking = own
            .filter(|(i, m)| {
                m.to() == tactic.won.square && taken(&self.positions[*i], **m).is_some()
            })
            .map(|(_, m)| m.from())
            .next();
        let stands = |piece: PlacedPiece, color| {
            position.board().piece_at(piece.square) == Some(piece.role.of(color))
        };
        let Some(from) = taking.filter(|_| stands(tactic.won, !us) && stands(tactic.by, us)) else {
            return false;
        };
        let moved_by = self.moves[index].to() == tactic.by.square;
        let sees = |target: Square| attacks(position, us, tactic.by.square, target);
        let saw = |target: Square| attacks(&self.positions[index], us, tactic.by.square, target);
        match tactic.motif {
            Motif::Fork => {
                let others = position.board().iter().filter(|(square, piece)| {
                    let matters = piece.role == Role::King || value(piece.role) >= 3;
                    piece.color != us && *square != tactic.won.square && matters && sees(*square)
                });
                moved_by
                    && from == tactic.by.square
                    && sees(tactic.won.square)
                    && others.count() > 0
            }
            Motif::Pin => {
                let [first, second] = along(position, tactic.by.square, tactic.won.square);
                moved_by && first == Some(tactic.won.role) && outranks(second, tactic.won.role)
            }
            Motif::Skewer => {
                let [first, second] = along(position, tactic.by.square, tactic.won.square);
                moved_by && second == Some(tactic.won.role) && outranks(first, tactic.won.role)
            }
            Motif::DiscoveredAttack => {
                let target = tactic.won.square;
                !moved_by && from == tactic.by.square && sees(target) && !saw(target)
            }
            Motif::DiscoveredCheck => {
                let king = position.king(!us);
                !moved_by && from == self.moves[index].to() && sees(king) && !saw(king)
            }
            Motif::Trap => is_trapped(position, tactic.won),
        }
    }
}

/// True when a piece attacks a square, seen from the square.
fn attacks(position: &Position, color: Color, from: Square, target: Square) -> bool {
    let board = position.board();
    board.attackers(color, target, board.occupied()).contains(from)
}

fn outranks(role: Option<Role>, other: Role) -> bool {
    role.is_some_and(|role| role == Role::King || value(role) > value(other))
}

/// The first two pieces that one meets on the way from a square through another.
fn along(position: &Position, from: Square, through: Square) -> [Option<Role>; 2] {
    let step = |a: char, b: char| (b as i8 - a as i8).signum();
    let files = step(from.file().char(), through.file().char());
    let ranks = step(from.rank().char(), through.rank().char());
    let squares = std::iter::successors(from.offset(files, ranks), |s| s.offset(files, ranks));
    let mut pieces = squares.filter_map(|square| position.board().role_at(square));
    [pieces.next(), pieces.next()]
}

/// True when a piece is attacked and can be taken wherever it goes.
fn is_trapped(position: &Position, piece: PlacedPiece) -> bool {
    let them = !position.turn();
    let is_attacked = |position: &Position, square: Square| {
        position.board().attackers(them, square, position.board().occupied()).any()
    };
    let moves = position.legal_moves();
    let mut own = moves.iter().filter(|m| m.from() == piece.square);
    is_attacked(position, piece.square)
        && own.all(|&m| is_attacked(&position.play(m).expect("a legal move"), m.to()))
}
