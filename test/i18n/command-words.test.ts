import { describe, expect, it } from 'vitest';
import { inMenuWords } from '#src/i18n/command-words.ts';
import { LOCALES, TEXTS } from '#src/i18n/i18n.ts';

const textsIn = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const place = `${path}.${key}`;
    if (typeof value === 'object' && value !== null) return textsIn(value, place);
    return typeof value === 'string' ? [[place, value]] : [];
  });

const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`\/[^`]+`/g)].map(([span]) => span).sort();

describe('the commands in a text', () => {
  it.each(LOCALES.flatMap((from) => LOCALES.map((to) => [from, to] as const)))(
    'are named in every text of %s as in that of %s',
    (from, to) => {
      const own = new Map(textsIn(TEXTS[to]));
      for (const [place, text] of textsIn(TEXTS[from])) {
        const expected = commandsIn(own.get(place) ?? '');
        expect([place, commandsIn(inMenuWords(text, to))]).toEqual([place, expected]);
      }
    },
  );

  it('keep what is typed, and what is no command', () => {
    const text = '`/seguir nombre:Ana Vega quién:el canal` `/quiroga` `22:00` **Ponerme al día**';
    expect(inMenuWords(text, 'en')).toBe(
      '`/follow name:Ana Vega who:the channel` `/quiroga` `22:00` **Catch me up**',
    );
  });
});
