import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import {
  boundedChosen,
  boundedText,
  controlParts,
  MAX_TEXT,
  textLimits,
} from '#src/discord/interactions/input.ts';
import { truncate } from '#src/lib/text.ts';

describe('text of a member', () => {
  it('is never longer than its option allows, nor ends in half a character', () => {
    const limits = new Map([['url', 500]]);
    const text = fc.string({ unit: 'binary', maxLength: 3_000 });
    fc.assert(
      fc.property(text, fc.constantFrom('url', 'name'), (typed, name) => {
        const read = boundedText(limits, () => typed)(name) ?? '';
        expect(read.length).toBeLessThanOrEqual(name === 'url' ? 500 : MAX_TEXT);
        expect(typed.startsWith(read)).toBe(true);
        expect(read.isWellFormed()).toBe(typed.isWellFormed());
      }),
    );
  });

  it('is unchanged when it fits', () => {
    expect(truncate('Vega / Lamas', MAX_TEXT)).toBe('Vega / Lamas');
    expect(boundedText(new Map(), () => null)('name')).toBeNull();
  });

  it('is limited to the length that its option declares, in subcommands, too', () => {
    const limitsOf = (name: string) =>
      commands.flatMap(({ definition }) =>
        definition.name === name ? [Object.fromEntries(textLimits(definition))] : [],
      );
    expect(limitsOf('alerts')).toMatchObject([{ match: 100 }]);
  });

  it('is limited to at most 500 characters in every option', () => {
    const limits = commands.flatMap(({ definition }) => [...textLimits(definition).values()]);
    expect(Math.max(...limits)).toBeLessThanOrEqual(500);
  });
});

describe('the data of a control', () => {
  it.each([
    ['its command and its values', 'match:stats:7', ['match', 'stats', '7']],
    ['nothing when its id is longer than Discord allows', 'x'.repeat(101), []],
    ['at most twelve values', ':'.repeat(99), Array.from({ length: 12 }, () => '')],
  ])('has %s', (_what, customId, parts) => {
    expect(controlParts(customId)).toEqual(parts);
  });

  it('has at most 25 values of a menu, with 100 characters each', () => {
    const chosen = boundedChosen(Array.from({ length: 3_000 }, () => 'v'.repeat(3_000)));
    expect(chosen).toHaveLength(25);
    expect(new Set(chosen.map(({ length }) => length))).toEqual(new Set([100]));
  });
});
