/** The code of a card while it is typed. The server alone knows which codes there are. */

/** The number of letters and digits in a code. */
const LENGTH = 8;
const GROUP = 4;

/** What was typed as it stands on a card: upper case, in two groups. */
export function formatCode(typed: string): string {
  const letters = plain(typed).slice(0, LENGTH);
  return letters.length > GROUP ? `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}` : letters;
}

/** Whether all of a code was typed. */
export function isComplete(typed: string): boolean {
  return plain(typed).length >= LENGTH;
}

function plain(typed: string): string {
  return typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}
