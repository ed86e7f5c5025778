import { expect, test } from 'vitest';

import { readEvents, splitEvents } from './serverSentEvents';

const STREAM = 'data: {"a":1}\n\n:\n\nevent: x\ndata: one\ndata: two – ♘\n\ndata: cut off';
const WHOLE = ['{"a":1}', 'one\ntwo – ♘'];

test('events are read wherever the text is cut', () => {
  for (let cut = 0; cut <= STREAM.length; cut += 1) {
    const [first, waiting] = splitEvents('', STREAM.slice(0, cut));
    const [second, rest] = splitEvents(waiting, STREAM.slice(cut));
    expect([...first, ...second], `cut at ${cut}`).toEqual(WHOLE);
    expect(rest).toBe('data: cut off');
  }
});

test('a stream of bytes is read to its end, with letters that were cut in two', async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (const size of [1, 2, 7, bytes.length]) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.slice(at, at + size));
        }
        controller.close();
      },
    });
    const received: string[] = [];
    await readEvents(stream, (data) => received.push(data));
    expect(received, `pieces of ${size}`).toEqual(WHOLE);
  }
});
