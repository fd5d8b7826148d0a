import { describe, expect, it } from 'vitest';
import { createMemo } from '#src/lib/memo.ts';

const aMemo = (maxCharacters: number) => {
  const computed: string[] = [];
  const memo = createMemo((text) => {
    if (text === '') throw new Error('nothing is made of nothing');
    computed.push(text);
    return { text };
  }, maxCharacters);
  return { computed, memo };
};

describe('a memo', () => {
  it('computes the value of a text once', () => {
    const { computed, memo } = aMemo(100);
    expect(memo.memo('one')).toBe(memo.memo('one'));
    expect(memo.memo('two')).toEqual({ text: 'two' });
    expect(computed).toEqual(['one', 'two']);
  });

  it('computes nothing for a value that was set', () => {
    const { computed, memo } = aMemo(100);
    const value = { text: 'told' };
    memo.set('one', value);
    expect(memo.memo('one')).toBe(value);
    expect(computed).toEqual([]);
  });

  it('drops the least recently used value when it would exceed its size', () => {
    const { computed, memo } = aMemo(8);
    for (const text of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) memo.memo(text);
    expect(computed).toEqual(['aaa', 'bbb', 'ccc', 'bbb']);
  });

  it('does not cache a failure', () => {
    const { memo } = aMemo(8);
    expect(() => memo.memo('')).toThrow('nothing');
    expect(() => memo.memo('')).toThrow('nothing');
  });
});
