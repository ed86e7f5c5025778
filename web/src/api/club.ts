/**
 * What is going on in the club, as lists. They are apart from the other requests about competitions,
 * demonstration boards and simuls, which the home page does not need to load.
 */
import type { CompetitionRow } from '../wire/CompetitionRow';
import type { DemonstrationRow } from '../wire/DemonstrationRow';
import type { SimulRow } from '../wire/SimulRow';
import { request, type ApiResult } from './request';

export function listCompetitions(): Promise<ApiResult<CompetitionRow[]>> {
  return request('/api/competitions');
}

export function listDemonstrations(): Promise<ApiResult<DemonstrationRow[]>> {
  return request('/api/demonstrations');
}

export function listSimuls(): Promise<ApiResult<SimulRow[]>> {
  return request('/api/simuls');
}
