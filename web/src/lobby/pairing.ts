/** Who plays whom, when the organizer leaves it to chance. */
import type { Random } from '../game/setup';
import type { SeatedPair } from '../wire/SeatedPair';

/** Pairs at random, with colors at random. With an odd number, the last one stays out. */
export function randomPairs(names: readonly string[], random: Random): SeatedPair[] {
  const shuffled = [...names];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other] ?? '', shuffled[index] ?? ''];
  }
  return inPairs(shuffled);
}

/** Pairs in the given order: the first has White against the second, and so on. */
export function inPairs(names: readonly string[]): SeatedPair[] {
  const pairs: SeatedPair[] = [];
  for (let index = 0; index + 1 < names.length; index += 2) {
    pairs.push({ white: names[index] ?? '', black: names[index + 1] ?? '' });
  }
  return pairs;
}
