/** Roles that table elements have by themselves, until they are laid out as a grid in some browsers. */
export const ROWGROUP = 'rowgroup';
export const ROW = 'row';
