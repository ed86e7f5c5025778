//! A block of games as bytes: one column after the other, compressed together.
//!
//! Numbers are in little-endian order. The columns: for each game the start (2 bytes), the number
//! of moves (2), the length of the opening (1) and the winner (1: Black 0, draw 1, White 2); then
//! for each move its 16 bits, all low bytes before all high bytes; then for each move the
//! difference of its score to the one before, in the same two halves. The upper bit of a move is
//! its quiet flag. Columns of similar values compress well.

use std::io::{Read, Write};

use chess::Move;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::bytes::ByteReader;
use crate::{Record, Winner};

const QUIET: u16 = 1 << 15;

/// The longest game.
pub(crate) const MOST_PLIES: usize = u16::MAX as usize;
/// The largest block when unpacked; one that claims to be larger is damaged.
const MOST_BYTES: usize = 64 << 20;

/// Packs games.
pub(crate) fn pack(records: &[Record]) -> Vec<u8> {
    let mut columns = Vec::new();
    columns.extend(records.iter().flat_map(|record| record.start.to_le_bytes()));
    columns.extend(records.iter().flat_map(|record| (record.moves.len() as u16).to_le_bytes()));
    columns.extend(records.iter().map(|record| record.opening));
    columns.extend(records.iter().map(|record| record.winner as u8));
    let moves = records.iter().flat_map(|record| record.moves.iter().zip(&record.quiet));
    halves(&mut columns, moves.map(|(m, &quiet)| code(*m, quiet)));
    let mut before = 0;
    let scores = records.iter().flat_map(|record| &record.scores);
    halves(
        &mut columns,
        scores.map(|&score| score.wrapping_sub(std::mem::replace(&mut before, score)) as u16),
    );
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    encoder.write_all(&columns).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// The most bytes of a packed block of games and moves; none when no block is so large.
pub(crate) fn longest(games: usize, moves: usize) -> Option<usize> {
    let bytes = games.checked_mul(6)?.checked_add(moves.checked_mul(4)?)?;
    // What cannot be compressed grows a little; no compressor adds as much as this.
    (bytes <= MOST_BYTES).then_some(bytes + bytes / 8 + 128)
}

/// Unpacks games; none when the bytes do not match the numbers of games and moves.
pub(crate) fn unpack(packed: &[u8], games: usize, moves: usize) -> Option<Vec<Record>> {
    let mut columns = Vec::new();
    ZlibDecoder::new(packed).take(MOST_BYTES as u64).read_to_end(&mut columns).ok()?;
    let mut source = ByteReader(&columns);
    let starts = numbers(source.take(2 * games)?);
    let lengths = numbers(source.take(2 * games)?);
    let openings = source.take(games)?;
    let winners = source.take(games)?;
    let mut codes = joined(source.take(2 * moves)?);
    let mut scores = joined(source.take(2 * moves)?).scan(0_i16, |score, change| {
        *score = score.wrapping_add(change as i16);
        Some(*score)
    });
    if !source.0.is_empty() || lengths.clone().map(usize::from).sum::<usize>() != moves {
        return None;
    }
    let games = starts.zip(lengths).zip(openings.iter().zip(winners));
    games
        .map(|((start, length), (&opening, &winner))| {
            let length = usize::from(length);
            let moves: Option<Vec<_>> = codes.by_ref().take(length).map(decode).collect();
            let (moves, quiet) = moves?.into_iter().unzip();
            let winner = match winner {
                0 => Winner::Black,
                1 => Winner::Draw,
                2 => Winner::White,
                _ => return None,
            };
            let scores = scores.by_ref().take(length).collect();
            Some(Record { start, opening, moves, scores, quiet, winner })
        })
        .collect()
}

/// A move in 16 bits. A move needs 15 of them; the upper one has its own meaning here.
fn code(m: Move, quiet: bool) -> u16 {
    m.to_bits() & !QUIET | if quiet { QUIET } else { 0 }
}

fn decode(code: u16) -> Option<(Move, bool)> {
    Some((Move::from_bits(code | QUIET)?, code & QUIET != 0))
}

/// Low bytes first, then all high bytes.
fn halves(columns: &mut Vec<u8>, numbers: impl Iterator<Item = u16>) {
    let (low, high): (Vec<u8>, Vec<u8>) =
        numbers.map(|number| (number as u8, (number >> 8) as u8)).unzip();
    columns.extend(low);
    columns.extend(high);
}

/// The opposite of [`halves`].
fn joined(bytes: &[u8]) -> impl Iterator<Item = u16> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high]))
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u16> + Clone {
    bytes.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair))
}
