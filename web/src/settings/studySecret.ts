/** The secret that makes studies this browser's, for visitors who are not logged in. */
import { randomSecret } from '../study/random';
import { text } from './fields';
import { loadValue, saveValue, type BrowserStorage } from './storage';

const NAME = 'study-secret';
const MAX_SECRET_LENGTH = 64;

/** The secret, created on first use. */
export function studySecret(storage: BrowserStorage): string {
  const stored = loadValue(storage, NAME, text(MAX_SECRET_LENGTH));
  if (stored !== '') return stored;
  const secret = randomSecret();
  saveValue(storage, NAME, secret);
  return secret;
}
