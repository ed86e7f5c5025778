//! Bishop and rook attacks by table lookup.
//!
//! A slider's attacks depend only on the pieces in its way. So each square has a *mask* of relevant
//! squares and a range of one shared table with a row per occupancy of the mask. There are two ways
//! to index the rows: with BMI2, one `pext` instruction packs the masked bits into a number;
//! otherwise a multiplication by a magic number hashes them without harmful collisions. The table
//! is computed at compile time from the formula in [`line_attacks`].

use crate::{Bitboard, File, Square};

/// Squares that a bishop attacks, up to and including the first piece in each direction.
///
/// ```
/// use tabiya_chess::{attacks, Square};
///
/// let seen = attacks::bishop(Square::A1, Square::C3.bitboard());
/// assert_eq!(seen.into_iter().collect::<Vec<_>>(), [Square::B2, Square::C3]);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(Slider::Bishop, square, occupied)
}

/// Squares that a rook attacks, up to and including the first piece in each direction.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(Slider::Rook, square, occupied)
}

/// The two kinds of sliders; a queen is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slider {
    Bishop,
    Rook,
}

impl Slider {
    /// The attacks by formula: the source of the table and the reference in tests.
    const fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        let [one, two] = self.lines(square);
        Bitboard(line_attacks(one, square, occupied).0 | line_attacks(two, square, occupied).0)
    }

    /// The attacks on an empty board from every square.
    pub(super) const fn rays(self) -> [Bitboard; 64] {
        let mut table = [Bitboard::EMPTY; 64];
        let mut square = 0;
        while square < 64 {
            table[square] = self.attacks(Square::ALL[square], Bitboard::EMPTY);
            square += 1;
        }
        table
    }

    /// The two lines through the square, without the square itself.
    const fn lines(self, square: Square) -> [Bitboard; 2] {
        let [file, rank, rising, falling] = LINES[square.index()];
        match self {
            Slider::Rook => [file, rank],
            Slider::Bishop => [rising, falling],
        }
    }

    /// The squares whose occupancy matters: the lines without the edge square of each ray.
    const fn mask(self, square: Square) -> Bitboard {
        let sides = Bitboard::file(File::A).0 | Bitboard::file(File::H).0;
        let [one, two] = self.lines(square);
        match self {
            Slider::Rook => Bitboard(one.0 & !Bitboard::BACK_RANKS.0 | two.0 & !sides),
            Slider::Bishop => Bitboard((one.0 | two.0) & !Bitboard::BACK_RANKS.0 & !sides),
        }
    }
}

/// The file, the rank and the two diagonals through each square, without the square itself.
pub(super) static LINES: [[Bitboard; 4]; 64] = {
    let mut table = [[Bitboard::EMPTY; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        table[index] = [
            Bitboard::file(square.file()).without(square),
            Bitboard::rank(square.rank()).without(square),
            diagonal(square, 1),
            diagonal(square, -1),
        ];
        index += 1;
    }
    table
};

/// The diagonal through a square that climbs (`1`) or falls (`-1`) towards the `h` file.
const fn diagonal(square: Square, slope: i8) -> Bitboard {
    let mut line = Bitboard::EMPTY;
    let mut step = -7;
    while step <= 7 {
        if let Some(other) = square.offset(step, slope * step) {
            line = line.with(other);
        }
        step += 1;
    }
    line.without(square)
}

/// The attacks along one line in both directions.
///
/// Subtracting the slider from the pieces above it borrows up to the first of them, so the bits
/// that change are the attacked squares (`o ^ (o - 2r)`). Reversing the board gives the other
/// direction.
pub(super) const fn line_attacks(line: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    let pieces = occupied.0 & line.0;
    let slider = square.bitboard().0;
    let above = pieces.wrapping_sub(slider << 1);
    let below = pieces.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    Bitboard((above ^ below) & line.0)
}

/// The rows of one slider on one square.
#[derive(Clone, Copy)]
struct Entry {
    mask: Bitboard,
    offset: u32,
    /// 64 minus the number of squares in the mask.
    shift: u32,
}

/// One row per occupancy of each mask.
const ROWS: usize = 107_648;

static ENTRIES: [[Entry; 64]; 2] = ENTRY_TABLE;

const ENTRY_TABLE: [[Entry; 64]; 2] = {
    let mut entries = [[Entry { mask: Bitboard::EMPTY, offset: 0, shift: 0 }; 64]; 2];
    let mut offset = 0;
    let mut slider = 0;
    while slider < 2 {
        let mut square = 0;
        while square < 64 {
            let mask = [Slider::Bishop, Slider::Rook][slider].mask(Square::ALL[square]);
            entries[slider][square] = Entry { mask, offset, shift: mask.0.count_zeros() };
            offset += 1 << mask.count();
            square += 1;
        }
        slider += 1;
    }
    assert!(offset as usize == ROWS);
    entries
};

/// How an occupancy is mapped to a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Indexing {
    /// The masked bits packed together, which enumerates subsets in counting order.
    #[cfg_attr(not(target_feature = "bmi2"), expect(dead_code, reason = "needs pext"))]
    Pext,
    /// The masked bits hashed by a magic multiplication.
    #[cfg_attr(target_feature = "bmi2", allow(dead_code, reason = "tests compare the two"))]
    Magic,
}

/// The attack table for one way of indexing.
#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler")]
const fn attack_table(indexing: Indexing) -> [Bitboard; ROWS] {
    let mut rows = [Bitboard::EMPTY; ROWS];
    let mut slider = 0;
    while slider < 2 {
        let mut square = 0;
        while square < 64 {
            fill_entry(&mut rows, indexing, slider, Square::ALL[square]);
            square += 1;
        }
        slider += 1;
    }
    rows
}

/// Fills the rows of one slider on one square.
const fn fill_entry(rows: &mut [Bitboard], indexing: Indexing, slider: usize, square: Square) {
    let entry = ENTRY_TABLE[slider][square.index()];
    let [one, two] = [Slider::Bishop, Slider::Rook][slider].lines(square);
    let mut occupied = Bitboard::EMPTY;
    let mut count = 0;
    loop {
        let row = match indexing {
            Indexing::Pext => count,
            Indexing::Magic => magic_index(&entry, MAGIC_NUMBERS[slider][square.index()], occupied),
        };
        let seen = line_attacks(one, square, occupied).0 | line_attacks(two, square, occupied).0;
        rows[entry.offset as usize + row] = Bitboard(seen);
        occupied = entry.mask.next_subset(occupied);
        count += 1;
        if occupied.is_empty() {
            break;
        }
    }
}

/// The row of an occupancy by magic multiplication.
#[inline(always)]
const fn magic_index(entry: &Entry, magic: u64, occupied: Bitboard) -> usize {
    ((occupied.0 & entry.mask.0).wrapping_mul(magic) >> entry.shift) as usize
}

#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn lookup(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    #[expect(long_running_const_eval, reason = "a hundred thousand rows, once")]
    static TABLE: [Bitboard; ROWS] = attack_table(Indexing::Pext);
    let entry = &ENTRIES[slider as usize][square.index()];
    // SAFETY: compiled only for processors that have BMI2, see the `cfg` above.
    #[expect(unsafe_code, reason = "an intrinsic of a processor feature")]
    let row = unsafe { std::arch::x86_64::_pext_u64(occupied.0, entry.mask.0) } as usize;
    TABLE[entry.offset as usize + row]
}

#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
fn lookup(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    #[expect(long_running_const_eval, reason = "a hundred thousand rows, once")]
    static TABLE: [Bitboard; ROWS] = attack_table(Indexing::Magic);
    let entry = &ENTRIES[slider as usize][square.index()];
    let row = magic_index(entry, MAGICS[slider as usize][square.index()], occupied);
    TABLE[entry.offset as usize + row]
}

#[cfg(any(test, not(target_feature = "bmi2")))]
static MAGICS: [[u64; 64]; 2] = MAGIC_NUMBERS;

/// Magic multipliers for bishops and rooks, found by trying random sparse numbers until no two
/// occupancies with different attacks share a row.
#[rustfmt::skip]
const MAGIC_NUMBERS: [[u64; 64]; 2] = [
    [
        0x0848_0208_2204_0013, 0x8010_a400_8582_1200, 0x0008_0084_3084_0822, 0x0808_0481_0804_0000,
        0x1304_0421_0000_8104, 0x5001_0120_1020_4023, 0x8104_8801_b820_0420, 0x200a_0080_8401_2000,
        0x0040_1020_0104_2084, 0x840a_5050_4242_8020, 0x0000_7001_0220_2920, 0x4410_1c0c_1080_0002,
        0x0040_0404_2200_0000, 0x0180_0208_0209_0202, 0x4020_0208_1104_1202, 0x0001_0430_8c04_2000,
        0x4140_6610_0242_4400, 0x0028_0120_0801_0460, 0x0188_0621_0200_2a00, 0x0014_0048_4010_2008,
        0x0105_0002_9040_0002, 0x8001_0222_0041_0400, 0x104a_0419_1801_3446, 0x008a_0000_8200_8238,
        0x04a0_0600_0810_0430, 0x0008_2200_0882_0801, 0x2508_0412_0800_5010, 0x4008_0802_0020_2020,
        0x2441_0010_1300_4000, 0x0030_0080_6040_7000, 0x4008_1080_0042_0800, 0x0012_0210_5029_0100,
        0x0210_0804_8220_0500, 0xcc01_1120_4810_0480, 0x0020_4028_0650_0440, 0x0004_8e00_8058_0080,
        0x0040_1020_2002_0080, 0x0028_0104_4008_0807, 0x4601_0411_0800_8800, 0x8040_810e_0410_4200,
        0x9012_1011_0400_088a, 0xa003_0802_1208_1050, 0x00c1_0040_4840_1004, 0x9000_00a0_1440_0800,
        0x0008_0210_4040_5401, 0x4020_0082_0600_2090, 0x0004_1904_2403_0100, 0x0424_008a_0202_6250,
        0x8004_0882_5090_0040, 0x1c00_4300_88a0_4200, 0x0001_0200_9404_0001, 0x8040_2100_2088_0061,
        0x2010_0404_5044_2032, 0x0800_8408_5004_4001, 0x0004_0408_0214_0004, 0x0004_080a_0422_2020,
        0x8088_8021_1002_2000, 0x1081_a104_1611_4400, 0x0205_010a_2406_0820, 0x0000_0007_2041_1080,
        0x1008_0002_0843_0400, 0x580c_0260_2881_0840, 0x8020_2044_1020_a110, 0x12c0_0224_0102_0018,
    ],
    [
        0x2080_0020_8040_0010, 0x00c0_0020_0140_1000, 0x2100_1100_0840_2002, 0x0880_0800_8104_1000,
        0x0200_0200_2004_1008, 0x2300_0400_0801_0012, 0x0c00_2830_0400_8201, 0x0180_0100_0040_7a80,
        0x0168_8000_8040_0020, 0x0010_4000_4020_1000, 0x1001_0020_0100_1048, 0x1001_0024_0810_0100,
        0x0801_0004_0801_0012, 0x4001_0002_0900_0400, 0x08a2_0004_c802_0001, 0x2002_8011_4500_2280,
        0x0080_8600_2100_4200, 0x0010_00c0_0940_2002, 0x00b0_0020_0400_2800, 0x100a_8080_1002_0800,
        0x8101_0100_0800_0410, 0x0244_0080_0200_0480, 0x0000_0400_1081_0208, 0x2000_0200_0044_8534,
        0x4104_4004_8000_8033, 0x0000_8101_0020_4000, 0x0440_4309_0020_0010, 0x4600_2409_0010_0100,
        0x0060_0800_8004_0080, 0x0001_0003_0008_0400, 0x0004_0844_0001_1002, 0x0023_0402_0000_8041,
        0x0580_0500_4300_2080, 0x0400_8040_0280_2008, 0x0001_0020_0100_4010, 0x1000_2009_0100_1000,
        0x4410_8008_0180_0c00, 0xa012_0038_0600_1004, 0x0020_1001_0400_8802, 0x0004_8084_0200_0041,
        0x0010_4001_7089_8000, 0x0080_5000_2000_4004, 0x1040_4080_1202_0020, 0x8010_0400_0800_4040,
        0x2001_0801_0011_0004, 0x0000_0200_0400_8080, 0x0021_0108_1004_0002, 0x0800_008c_4302_0024,
        0x0000_8000_2100_5100, 0x0070_2010_4000_8080, 0x0000_d042_8200_6a00, 0x0010_0144_0008_0240,
        0x0001_0801_1005_0100, 0x0012_0008_1024_0600, 0x0402_0008_0104_0200, 0x0281_0010_8a00_4100,
        0x0050_8003_0010_2045, 0x8208_2100_4012_0882, 0x8010_6001_0118_3441, 0x020b_0009_1000_6045,
        0x0241_0010_0248_0005, 0x0081_0004_0088_0241, 0x0000_0090_0802_4124, 0x0048_1229_8041_0402,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks outward one square at a time.
    fn walk(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        let directions = match slider {
            Slider::Bishop => [(1, 1), (1, -1), (-1, 1), (-1, -1)],
            Slider::Rook => [(1, 0), (-1, 0), (0, 1), (0, -1)],
        };
        let mut seen = Bitboard::EMPTY;
        for (files, ranks) in directions {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                seen = seen.with(next);
                at = next;
                if occupied.contains(at) {
                    break;
                }
            }
        }
        seen
    }

    #[test]
    fn lookup_and_both_numberings_agree_with_walking_for_every_occupancy() {
        #[expect(long_running_const_eval, reason = "a hundred thousand rows, once")]
        static MAGIC_TABLE: [Bitboard; ROWS] = attack_table(Indexing::Magic);
        for slider in [Slider::Bishop, Slider::Rook] {
            for square in Square::ALL {
                let entry = &ENTRIES[slider as usize][square.index()];
                for occupied in entry.mask.subsets() {
                    let expected = walk(slider, square, occupied);
                    assert_eq!(slider.attacks(square, occupied), expected);
                    assert_eq!(lookup(slider, square, occupied), expected);
                    let magic = MAGICS[slider as usize][square.index()];
                    let row = magic_index(entry, magic, occupied);
                    assert_eq!(MAGIC_TABLE[entry.offset as usize + row], expected);
                }
            }
        }
    }
}
