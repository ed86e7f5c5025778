/** Requests about studies: PGN for the analysis board, and saved studies. */
import { storage } from '../app.svelte';
import { studySecret } from '../settings/studySecret';
import type { ChangeStudy } from '../wire/ChangeStudy';
import type { SaveStudy } from '../wire/SaveStudy';
import type { StudyPage } from '../wire/StudyPage';
import type { StudyQuery } from '../wire/StudyQuery';
import type { StudySaved } from '../wire/StudySaved';
import type { StudyTree } from '../wire/StudyTree';
import type { StudyView } from '../wire/StudyView';
import { queryText } from './library';
import { request, requestText, type ApiResult } from './request';

/** The first game of a PGN. */
export function readPgn(pgn: string): Promise<ApiResult<StudyTree>> {
  return request('/api/studies/read', { method: 'POST', body: new Blob([pgn]) });
}

export function writePgn(study: StudyTree): Promise<ApiResult<string>> {
  return requestText('/api/studies/write', { json: study });
}

const at = (id: string, rest = ''): string => `/api/studies/${encodeURIComponent(id)}${rest}`;
const mine = (): { studySecret: string } => ({ studySecret: studySecret(storage) });

export function readStudy(id: string): Promise<ApiResult<StudyView>> {
  return request(at(id), mine());
}

export function saveStudy(id: string, save: SaveStudy): Promise<ApiResult<StudySaved>> {
  return request(at(id), { method: 'PUT', json: save, ...mine() });
}

export function changeStudy(id: string, change: Partial<ChangeStudy>): Promise<ApiResult<void>> {
  return request(at(id), { method: 'PATCH', json: change, ...mine() });
}

export function deleteStudy(id: string): Promise<ApiResult<void>> {
  return request(at(id), { method: 'DELETE', ...mine() });
}

export function restoreStudy(id: string): Promise<ApiResult<void>> {
  return request(at(id, '/restore'), { method: 'POST', ...mine() });
}

export function studyPgn(id: string): Promise<ApiResult<string>> {
  return requestText(at(id, '/pgn'), mine());
}

export function listStudies(query: Partial<StudyQuery>): Promise<ApiResult<StudyPage>> {
  return request(`/api/studies?${queryText(query)}`, mine());
}

/** All studies that a query finds, in one file. */
export function exportStudies(query: Partial<StudyQuery>): Promise<ApiResult<string>> {
  return requestText(`/api/studies/export?${queryText(query)}`, mine());
}
