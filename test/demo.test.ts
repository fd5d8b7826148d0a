import { expect, it } from 'vitest';
import { terminalLine } from '#sandbox/demo/terminal.ts';
import { createLog } from '#src/log.ts';

it('the bot of the demo reports errors as sentences, without stacks', () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(terminalLine(line)) });
  log.warn({}, 'a warning');
  log.error({ err: new Error('a picture was not drawn in time') }, 'picture could not be drawn');
  log.error({ heldBack: 7 }, 'picture could not be drawn');
  expect(lines).toEqual([
    'The bot reports: picture could not be drawn (a picture was not drawn in time).\n',
    'The bot reports: picture could not be drawn, 7 times more.\n',
  ]);
});

it('a line that is no log line stays as it is', () => {
  for (const line of ['', 'null\n', '{"msg":1}\n', 'Error: no JSON\n']) {
    expect(terminalLine(line)).toBe(line);
  }
});
