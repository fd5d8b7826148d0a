import { expect, test } from 'vitest';
import { blocksOf } from '#sandbox/discord/page/message/blocks.ts';

test('lists are separated from the text around them, with their depth and numbers', () => {
  expect(blocksOf('before\n- one\n  - inner\n2. two\nafter')).toEqual([
    { kind: 'text', text: 'before' },
    {
      kind: 'list',
      items: [
        { depth: 0, number: null, text: 'one' },
        { depth: 1, number: null, text: 'inner' },
        { depth: 0, number: 2, text: 'two' },
      ],
    },
    { kind: 'text', text: 'after' },
  ]);
});

test('a score block keeps its lines, even those that look like a list', () => {
  const fence = '```\n- 6  3\n1. 4\n```';
  expect(blocksOf(fence)).toEqual([{ kind: 'text', text: fence }]);
});

test.each(['-# small print', '-6 4', 'a - b', '**bold**'])('%s is not a list', (line) => {
  expect(blocksOf(line)).toEqual([{ kind: 'text', text: line }]);
});
