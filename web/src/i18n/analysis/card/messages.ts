/** The texts about the picture of a game. They are loaded with it, because few people need them. */
import type { Settings } from '../../../settings/settings';
import { cardDe } from './de';
import { cardEn, type CardMessages } from './en';
import { cardFr } from './fr';

export const CARD_MESSAGES: Readonly<Record<Settings['language'], CardMessages>> = {
  en: cardEn,
  de: cardDe,
  fr: cardFr,
};
