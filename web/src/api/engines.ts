/** Which engines can be played against besides ours. */
import type { EngineList } from '../wire/EngineList';
import { ask, type Answer } from './request';

export function listEngines(): Promise<Answer<EngineList>> {
  return ask('/api/engines');
}
