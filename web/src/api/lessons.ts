/** Requests about lessons, for organizers and the admin. */
import type { GamesChanged } from '../wire/GamesChanged';
import type { LessonGames } from '../wire/LessonGames';
import type { LessonView } from '../wire/LessonView';
import type { NewRules } from '../wire/NewRules';
import { request, type ApiResult } from './request';

export function readLesson(): Promise<ApiResult<LessonView>> {
  return request('/api/lessons');
}

export function adjournGames(games: LessonGames): Promise<ApiResult<GamesChanged>> {
  return request('/api/lessons/adjourn', { json: games });
}

export function continueGames(games: LessonGames): Promise<ApiResult<GamesChanged>> {
  return request('/api/lessons/continue', { json: games });
}

export function setRules(rules: NewRules): Promise<ApiResult<void>> {
  return request('/api/lessons/rules', { method: 'PUT', json: rules });
}
