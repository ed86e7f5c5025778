/** The secret by which studies are this browser's, for whoever is not logged in. */
import { randomSecret } from '../study/random';
import { text } from './fields';
import { loadValue, saveValue, type BrowserStorage } from './storage';

const NAME = 'study-secret';
const LONGEST = 64;

/** The secret; made and kept when it is needed first. */
export function studySecret(storage: BrowserStorage): string {
  const kept = loadValue(storage, NAME, text(LONGEST));
  if (kept !== '') return kept;
  const secret = randomSecret();
  saveValue(storage, NAME, secret);
  return secret;
}
