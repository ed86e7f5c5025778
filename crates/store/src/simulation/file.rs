//! A file of a simulated disk: what a process reads from it, and what survives a power loss.

use random::SplitMix64;

/// The unit in which a write is torn. A disk writes a sector completely or not at all.
const SECTOR: usize = 512;

/// A change that was not synced yet.
#[derive(Clone, Debug)]
enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Resize(usize),
}

/// A file with its unsynced changes.
#[derive(Clone, Debug, Default)]
pub(super) struct SimulatedFile {
    /// What a process reads.
    content: Vec<u8>,
    /// What is on the disk for certain; none for a file that was never synced.
    durable: Option<Vec<u8>>,
    unsynced: Vec<Change>,
}

impl SimulatedFile {
    /// A file that is on the disk completely.
    pub(super) fn synced(content: Vec<u8>) -> SimulatedFile {
        SimulatedFile { durable: Some(content.clone()), content, unsynced: Vec::new() }
    }

    pub(super) fn content(&self) -> &[u8] {
        &self.content
    }

    /// What would be left if the file were deleted and the deletion lost.
    pub(super) fn into_durable(self) -> Option<Vec<u8>> {
        self.durable
    }

    pub(super) fn write(&mut self, offset: usize, bytes: &[u8]) {
        let change = Change::Write { offset, bytes: bytes.to_vec() };
        apply(&mut self.content, &change);
        self.unsynced.push(change);
    }

    pub(super) fn resize(&mut self, size: usize) {
        let change = Change::Resize(size);
        apply(&mut self.content, &change);
        self.unsynced.push(change);
    }

    /// Makes all changes durable.
    pub(super) fn sync(&mut self) {
        let durable = self.durable.get_or_insert_default();
        for change in self.unsynced.drain(..) {
            apply(durable, &change);
        }
    }

    /// A failed sync after which the system regards all changes as written, although only some of
    /// them are. Later syncs do not write them again.
    pub(super) fn lose_dirty_pages(&mut self, random: &mut SplitMix64) {
        let durable = self.durable.get_or_insert_default();
        for change in self.unsynced.drain(..) {
            if random.below(2) == 0 {
                apply(durable, &change);
            }
        }
    }

    /// The file after a power loss: each unsynced change is there, lost or torn. None when the
    /// file itself is lost.
    pub(super) fn after_power_loss(self, random: &mut SplitMix64) -> Option<SimulatedFile> {
        let mut content = match self.durable {
            Some(durable) => durable,
            None if random.below(2) == 0 => return None,
            None => Vec::new(),
        };
        // Some losses keep nearly everything, some nearly nothing.
        let loss = random.below(5);
        for change in &self.unsynced {
            match (random.below(4) < loss, change) {
                (false, change) => apply(&mut content, change),
                (true, Change::Write { offset, bytes }) if random.below(2) == 0 => {
                    tear(&mut content, *offset, bytes, random);
                }
                (true, _) => {}
            }
        }
        Some(SimulatedFile::synced(content))
    }
}

fn apply(content: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write { offset, bytes } => overwrite(content, *offset, bytes),
        Change::Resize(size) => content.resize(*size, 0),
    }
}

fn overwrite(content: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if content.len() < end {
        content.resize(end, 0);
    }
    content[offset..end].copy_from_slice(bytes);
}

/// Writes some of the sectors of a write.
fn tear(content: &mut Vec<u8>, offset: usize, bytes: &[u8], random: &mut SplitMix64) {
    let mut start = 0;
    while start < bytes.len() {
        let sector_end = SECTOR - (offset + start) % SECTOR;
        let end = (start + sector_end).min(bytes.len());
        if random.below(2) == 0 {
            overwrite(content, offset + start, &bytes[start..end]);
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_synced_survives_and_the_rest_survives_in_whole_sectors() {
        let mut outcomes = std::collections::BTreeSet::new();
        for seed in 0..500 {
            let mut file = SimulatedFile::default();
            file.write(0, &[1; 2 * SECTOR]);
            file.sync();
            file.write(100, &[2; SECTOR]);
            let file = file.after_power_loss(&mut SplitMix64::new(seed)).expect("it was synced");
            let content = file.content();
            assert_eq!(content.len(), 2 * SECTOR);
            assert!(content[..100].iter().chain(&content[100 + SECTOR..]).all(|byte| *byte == 1));
            let (first, second) = (&content[100..SECTOR], &content[SECTOR..SECTOR + 100]);
            let whole = |part: &[u8]| part.iter().all(|byte| *byte == part[0]);
            assert!(whole(first) && whole(second), "a sector is never torn");
            outcomes.insert((first[0], second[0]));
        }
        assert_eq!(outcomes.len(), 4, "kept, lost, and torn in both ways: {outcomes:?}");
    }

    #[test]
    fn a_file_that_was_never_synced_may_vanish() {
        let left = |seed| {
            let mut file = SimulatedFile::default();
            file.write(0, &[1; 8]);
            file.after_power_loss(&mut SplitMix64::new(seed)).is_some()
        };
        assert!((0..50).any(left) && !(0..50).all(left));
    }
}
