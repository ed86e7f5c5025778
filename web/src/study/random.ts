/** Random ids and secrets. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 16;
const SECRET_BYTES = 16;
/** Bytes from here on are rejected: they would favor the first letters. */
const BYTE_LIMIT = 256 - (256 % LETTERS.length);

/** The id of a new study, or of a save. */
export function randomId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
    for (const byte of bytes) if (byte < BYTE_LIMIT) id += LETTERS.charAt(byte % LETTERS.length);
  }
  return id.slice(0, ID_LENGTH);
}

/** A secret: 128 bits in URL-safe Base64. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
