/** The secret that makes studies this browser's, for visitors who are not logged in. */
import { randomSecret } from '../study/random';
import { text } from './fields';
import { loadValue, saveValue, type BrowserStorage } from './storage';

const NAME = 'study-secret';
const LONGEST = 64;

/** The secret, created on first use. */
export function studySecret(storage: BrowserStorage): string {
  const stored = loadValue(storage, NAME, text(LONGEST));
  if (stored !== '') return stored;
  const secret = randomSecret();
  saveValue(storage, NAME, secret);
  return secret;
}
