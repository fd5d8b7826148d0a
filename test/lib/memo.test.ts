import { describe, expect, it } from 'vitest';
import { createMemo } from '#src/lib/memo.ts';

const counting = (maxCharacters: number) => {
  const made: string[] = [];
  const memo = createMemo((text) => {
    if (text === '') throw new Error('nothing is made of nothing');
    made.push(text);
    return { text };
  }, maxCharacters);
  return { made, memo };
};

describe('a memo', () => {
  it('makes of the same text once', () => {
    const { made, memo } = counting(100);
    expect(memo.memo('one')).toBe(memo.memo('one'));
    expect(memo.memo('two')).toEqual({ text: 'two' });
    expect(made).toEqual(['one', 'two']);
  });

  it('makes nothing of what it was told', () => {
    const { made, memo } = counting(100);
    const value = { text: 'told' };
    memo.set('one', value);
    expect(memo.memo('one')).toBe(value);
    expect(made).toEqual([]);
  });

  it('forgets what was not asked for longest when it would hold too much', () => {
    const { made, memo } = counting(8);
    for (const text of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) memo.memo(text);
    expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb']);
  });

  it('does not remember a failure', () => {
    const { memo } = counting(8);
    expect(() => memo.memo('')).toThrow('nothing');
    expect(() => memo.memo('')).toThrow('nothing');
  });
});
