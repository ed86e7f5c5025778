/** Passwords that are made up here for somebody to write down. */

/** Letters and digits that nobody takes for another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP = 4;

/** Three groups of four signs: more than fifty bits, and easily read out. */
export function suggestPassword(random: Pick<Crypto, 'getRandomValues'>): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => sign(random)).join(''),
  );
  return groups.join('-');
}

/** Every sign is as likely as every other, so numbers past the last whole round are thrown away. */
function sign(random: Pick<Crypto, 'getRandomValues'>): string {
  const whole = 256 - (256 % SIGNS.length);
  for (;;) {
    const [number = 0] = random.getRandomValues(new Uint8Array(1));
    if (number < whole) return SIGNS.charAt(number % SIGNS.length);
  }
}
