/**
 * The texts about lessons by language. They are not part of `Messages`: only the page of organizers
 * loads them.
 */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { lessonsDe } from './de';
import { lessonsEn, type LessonMessages } from './en';
import { lessonsFr } from './fr';

export type { LessonMessages } from './en';

export const LESSON_MESSAGES: Readonly<Record<Settings['language'], LessonMessages>> = {
  en: lessonsEn,
  de: lessonsDe,
  fr: withFrenchSpaces(lessonsFr),
};
