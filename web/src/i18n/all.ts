/** All languages at once, for tests. The app loads the one that is chosen (`load.ts`). */
import type { Settings } from '../settings/settings';
import { de } from './de';
import { en, type Messages } from './en';
import { fr } from './fr';

export const MESSAGES: Readonly<Record<Settings['language'], Messages>> = { en, de, fr };
