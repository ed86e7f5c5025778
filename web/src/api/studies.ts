/** Studies: between PGN and the analysis board, and those that are kept. */
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
import { ask, askText, type Answer } from './request';

/** The first game of a PGN. */
export function readPgn(pgn: string): Promise<Answer<StudyTree>> {
  return ask('/api/studies/read', { method: 'POST', body: new Blob([pgn]) });
}

export function writePgn(study: StudyTree): Promise<Answer<string>> {
  return askText('/api/studies/write', { json: study });
}

const at = (id: string, rest = ''): string => `/api/studies/${encodeURIComponent(id)}${rest}`;
const mine = (): { studySecret: string } => ({ studySecret: studySecret(storage) });

export function readStudy(id: string): Promise<Answer<StudyView>> {
  return ask(at(id), mine());
}

export function saveStudy(id: string, save: SaveStudy): Promise<Answer<StudySaved>> {
  return ask(at(id), { method: 'PUT', json: save, ...mine() });
}

export function changeStudy(id: string, change: Partial<ChangeStudy>): Promise<Answer<void>> {
  return ask(at(id), { method: 'PATCH', json: change, ...mine() });
}

export function deleteStudy(id: string): Promise<Answer<void>> {
  return ask(at(id), { method: 'DELETE', ...mine() });
}

export function restoreStudy(id: string): Promise<Answer<void>> {
  return ask(at(id, '/restore'), { method: 'POST', ...mine() });
}

export function studyPgn(id: string): Promise<Answer<string>> {
  return askText(at(id, '/pgn'), mine());
}

export function listStudies(query: Partial<StudyQuery>): Promise<Answer<StudyPage>> {
  return ask(`/api/studies?${queryText(query)}`, mine());
}

/** All studies that a query finds, in one file. */
export function exportStudies(query: Partial<StudyQuery>): Promise<Answer<string>> {
  return askText(`/api/studies/export?${queryText(query)}`, mine());
}
