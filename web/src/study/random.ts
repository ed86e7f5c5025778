/** Names and secrets that nobody guesses. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 16;
const SECRET_BYTES = 16;
/** Bytes from here on would make the first letters more likely than the last. */
const FAIR = 256 - (256 % LETTERS.length);

/** The id of a new study, or of a save. */
export function randomId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
    for (const byte of bytes) if (byte < FAIR) id += LETTERS.charAt(byte % LETTERS.length);
  }
  return id.slice(0, ID_LENGTH);
}

/** A secret as the server reads it: 128 bits in the letters of addresses. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
