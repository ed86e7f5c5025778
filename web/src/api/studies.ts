/** Games with their variations, between PGN and the analysis board. */
import type { StudyTree } from '../wire/StudyTree';
import { ask, askText, type Answer } from './request';

/** The first game of a PGN. */
export function readPgn(pgn: string): Promise<Answer<StudyTree>> {
  return ask('/api/studies/read', { method: 'POST', body: new Blob([pgn]) });
}

export function writePgn(study: StudyTree): Promise<Answer<string>> {
  return askText('/api/studies/write', { json: study });
}
