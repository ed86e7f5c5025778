/** Files for the one who sits here. */

/** What file names cannot hold on some computer. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]+/gu;
const LONGEST = 100;

/** Has the browser save text as a file. */
export function downloadFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name);
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name as every computer takes it, with its ending. */
export function fileName(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
  const plain = stem
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${plain.slice(0, LONGEST).trim() || 'study'}${ending}`;
}
