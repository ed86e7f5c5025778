/**
 * Server-sent events as text that arrives in pieces. `EventSource` cannot post, so a stream that
 * answers a request is read by hand.
 */

/** The data of all events that are whole now, and the text that waits for more. */
export function splitEvents(waiting: string, chunk: string): readonly [string[], string] {
  const blocks = (waiting + chunk).split('\n\n');
  const rest = blocks.pop() ?? '';
  return [blocks.map(dataOf).filter((data) => data !== ''), rest];
}

/** The data of an event; empty for a comment, which only keeps the connection alive. */
function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');
}

/** Reads a stream to its end, or until it is aborted, and passes on the data of every event. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  onData: (data: string) => void,
): Promise<void> {
  const reader = stream.getReader();
  // A character may be split between chunks; the decoder holds back the first half.
  const decoder = new TextDecoder();
  let waiting = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const [events, rest] = splitEvents(waiting, decoder.decode(piece.value, { stream: true }));
    waiting = rest;
    events.forEach(onData);
  }
}
