/** The query behind the list of studies. */
import type { StudyColumn } from '../wire/StudyColumn';
import type { StudyQuery } from '../wire/StudyQuery';

/** Studies on one page of the list. */
export const STUDIES_PAGE = 25;

/** The actions on a study in the list. */
export type StudyAction = 'rename' | 'share' | 'export' | 'delete' | 'restore';

export const STUDY_COLUMNS: readonly StudyColumn[] = ['name', 'moves', 'changed'];

export const FIRST_STUDIES: StudyQuery = {
  search: null,
  all: false,
  removed: false,
  sort: 'changed',
  descending: true,
  offset: 0,
  limit: STUDIES_PAGE,
};

/** Sorts by a column; the same column again reverses the order. */
export function studiesBy(query: StudyQuery, sort: StudyColumn): StudyQuery {
  const again = query.sort === sort;
  return { ...query, sort, descending: again ? !query.descending : sort !== 'name', offset: 0 };
}
