/** Downloads PGN and pictures as files. */

/** Characters that some systems do not allow in file names. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]+/gu;
const MAX_STEM_LENGTH = 100;

/** Starts the download of PGN, or of bytes that have a type. */
export function downloadFile(name: string, content: string | Blob): void {
  const pgn = { type: 'application/x-chess-pgn' };
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], pgn));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name);
  link.click();
  // The browser has started reading by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A file name that every system allows, with its extension. */
export function fileName(name: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
  const plain = stem
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${plain.slice(0, MAX_STEM_LENGTH).trim() || 'study'}${extension}`;
}
