import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createReadAttachment } from '#src/discord/interactions/attachments.ts';
import { UserError } from '#src/errors.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aService, type Answering } from '../padel-api/service.ts';

const MAX = 1_000;

const gives =
  (text: string | Buffer, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) => {
    response.writeHead(200, headers);
    response.end(text);
  };

/** Reads a file from a local server, and returns the outcome and the number of requests. */
const read = async (answer: Answering, { size = 5, url = '' } = {}) => {
  // Its deadline does not run while this machine is busy.
  aFastClock({ speed: 20 });
  const { origin, received } = await aService(answer);
  const readAttachment = createReadAttachment({ apiUrl: `${origin}/api` });
  const file = { url: url === '' ? `${origin}/files/secret-name` : url, size };
  const outcome = await readAttachment(file, MAX).catch((error: unknown) => error);
  return { outcome, requests: received.length };
};

/** The problem of a refusal; expects that its logged cause does not contain the file's name. */
const problemIn = (outcome: unknown): string => {
  if (!(outcome instanceof UserError)) throw new Error(`not refused: ${String(outcome)}`);
  const cause = outcome.cause instanceof Error ? outcome.cause : new Error('none');
  expect(`${String(cause.stack)} ${String(cause.cause)}`).not.toContain('secret-name');
  return outcome.problem;
};

it.each<readonly [string, Answering, string]>([
  ['a text', gives('{"a":"é"}'), '{"a":"é"}'],
  ['a text with a byte order mark', gives('\ufeff{}'), '{}'],
  ['a text of the maximum size', gives('x'.repeat(MAX)), 'x'.repeat(MAX)],
])('%s is read', async (_what, answer, text) => {
  expect((await read(answer)).outcome).toBe(text);
});

it.each<readonly [string, string, Answering]>([
  ['a file that is larger than Discord says', 'file-unreadable', gives('x'.repeat(MAX + 1))],
  [
    'a file that decompresses to more',
    'file-unreadable',
    gives(gzipSync(Buffer.alloc(1_000_000)), { 'content-encoding': 'gzip' }),
  ],
  [
    'a file without an end',
    'file-unreadable',
    (response) => {
      // Once the reader has gone, each write fails: it would go on for as long as the process.
      const more = (): void =>
        void response.write('x'.repeat(100), (error) => {
          if (!error) setImmediate(more);
        });
      more();
    },
  ],
  ['a file that is not UTF-8', 'file-unreadable', gives(Buffer.from([0x7b, 0xff, 0x7d]))],
  ['a file that no longer exists', 'file-gone', (response) => response.writeHead(404).end()],
  [
    'a redirect',
    'file-unavailable',
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ],
  ['a response that never starts', 'file-unavailable', () => undefined],
  [
    'a response that starts and never ends',
    'file-unavailable',
    (response) => void response.write('{'),
  ],
])('%s is refused after one request', async (_what, problem, answer) => {
  const { outcome, requests } = await read(answer);
  expect([problemIn(outcome), requests]).toEqual([problem, 1]);
});

it.each([
  'https://example.com/secret-name',
  'http://127.0.0.1:1/secret-name',
  'https://cdn.discordapp.com.example.com/secret-name',
  'https://cdn.discordapp.com@example.com/secret-name',
  'http://cdn.discordapp.com/secret-name',
  'https://cdn.discordapp.com:8443/secret-name',
  'file:///etc/secret-name',
  'secret-name',
])('%s gets no request, because Discord keeps no files there', async (url) => {
  const { outcome, requests } = await read(gives('{}'), { url });
  expect([problemIn(outcome), requests]).toEqual(['file-unavailable', 0]);
});

it('a file that is too large according to Discord is not requested', async () => {
  const { outcome, requests } = await read(gives('{}'), { size: MAX + 1 });
  expect([problemIn(outcome), requests]).toEqual(['file-unreadable', 0]);
});
