/** Suggested passwords. */

/** Letters and digits that are not easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Three groups of four characters: more than fifty bits, and easy to read aloud. */
export function suggestPassword(random: Pick<Crypto, 'getRandomValues'>): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => randomCharacter(random)).join(''),
  );
  return groups.join('-');
}

/** Bytes past the last multiple of the alphabet’s length are rejected: they would favor some characters. */
function randomCharacter(random: Pick<Crypto, 'getRandomValues'>): string {
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [byte = 0] = random.getRandomValues(new Uint8Array(1));
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length);
  }
}
