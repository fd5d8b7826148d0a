import { describe, expect, it } from 'vitest';
import { all, integer, localDate, percent, percentages } from '#src/i18n/format.ts';
import {
  charactersOf,
  outside,
  outsideInCode,
  outsidePlain,
  shortened,
  timestamp,
} from '#src/i18n/text.ts';

const FAMILY = '👨‍👩‍👧‍👦';
/** One character to a reader, thousands to Discord. */
const ZALGO = `a${'\u0301'.repeat(3_000)}`;

describe('a shortened text', () => {
  it.each([
    ['is unchanged when it fits', 'Galán', 5, 'Galán'],
    ['is cut', 'Galindo', 5, 'Gali…'],
    ['is cut between characters, never inside one', `ab${FAMILY}cd`, 6, 'ab…'],
    ['is cut before a letter and its accent', 'Gala\u0301n Ruiz', 5, 'Gal…'],
    ['is only an ellipsis when nothing fits', FAMILY, 5, '…'],
    ['stays empty', '', 5, ''],
  ])('%s', (_reason, text, max, expected) => {
    expect(shortened(text, max)).toBe(expected);
  });

  it.each([ZALGO.repeat(3), FAMILY.repeat(50), '\u{1F1EA}\u{1F1F8}'.repeat(80), 'x'.repeat(9_000)])(
    'is never longer than the limit, counted as Discord does',
    (text) => {
      expect(shortened(text, 40).length).toBeLessThanOrEqual(40);
      expect(shortened(text, 40).isWellFormed()).toBe(true);
    },
  );
});

describe('an outside string in markdown', () => {
  it.each([
    ['a mention of everybody', '@everyone', '\\@everyone'],
    ['a mention of a member', '<@1234>', '\\<\\@1234\\>'],
    ['a mention of a channel', '<#1234>', '\\<\\#1234\\>'],
    ['bold', '**Vega**', '\\*\\*Vega\\*\\*'],
    ['italics and underlines', '_a_ __b__', '\\_a\\_ \\_\\_b\\_\\_'],
    ['struck out', '~~a~~', '\\~\\~a\\~\\~'],
    ['a spoiler', '||a||', '\\|\\|a\\|\\|'],
    ['code', '`a`', '\\`a\\`'],
    ['a link', '[a](http://b.c)', '\\[a\\]\\(http\\://b.c\\)'],
    ['an emoji of a server', '<:x:1>', '\\<\\:x\\:1\\>'],
    ['a timestamp', '<t:0:R>', '\\<t\\:0\\:R\\>'],
    ['a quote', '> a', '\\> a'],
    ['a heading', '# a', '\\# a'],
    ['an escape that would undo ours', '\\*a', '\\\\\\*a'],
    ['several lines', 'a\n# b\r\n\u2028c', 'a \\# b c'],
    ['control characters', 'a\u0000\u0007\u0085b', 'a b'],
    ['a change of the writing direction', 'a\u202Eb\u2066c\u200F', 'abc'],
    ['invisible blanks', '\u200B\uFEFFa\u200Bb\u2060', 'ab'],
    ['an ordinary name', "Jean-Luc O'Brien Muñoz", "Jean-Luc O'Brien Muñoz"],
  ])('shows %s as it is written', (_what, text, expected) => {
    expect(outside(text)).toBe(expected);
  });

  it('is cut before it is escaped, so that no escape is cut in half', () => {
    expect(outside('*'.repeat(10), 4)).toBe('\\*\\*\\*…');
  });
});

describe('an outside string in a right-to-left script', () => {
  it.each([
    ['in Hebrew', 'נועה כהן', '\u2068נועה כהן\u2069'],
    ['in Arabic', 'أحمد', '\u2068أحمد\u2069'],
    ['beside other letters', 'Ali أحمد 7', '\u2068Ali أحمد 7\u2069'],
    ['with its own control characters', '\u202Eכהן\u2067 1\u2069', '\u2068כהן 1\u2069'],
    ['that is isolated already', '\u2068כהן\u2069', '\u2068כהן\u2069'],
    ['with an isolated part', '\u2068כהן\u2069 · 6-4', '\u2068כהן\u2069 · 6-4'],
    ['with a part that is not isolated', '\u2068כהן\u2069 · כהן', '\u2068כהן · כהן\u2069'],
  ])('is isolated: %s', (_what, text, expected) => {
    expect(outside(text)).toBe(expected);
  });

  it('keeps its closing control character when it is cut, within the length', () => {
    expect(outsidePlain('א'.repeat(20), 8)).toBe(`\u2068${'א'.repeat(5)}…\u2069`);
    expect(shortened(`x \u2068${'א'.repeat(20)}\u2069`, 8)).toBe('x \u2068אאא…\u2069');
    expect(shortened('\u2068א\u2069 6-4 6-3', 6)).toBe('\u2068א\u2069 6…');
  });

  it('counts only visible characters in a code block', () => {
    expect(outsideInCode('א'.repeat(20), 8)).toBe(`\u2068${'א'.repeat(7)}…\u2069`);
    expect(charactersOf('\u2068אב\u2069')).toEqual(['א', 'ב']);
  });

  it.each(['Ana Vega', 'Ødegård', 'Шевченко', 'Παπαδόπουλος', '王芳', '👨‍👩‍👧‍👦 6-4'])(
    'is not one in another script: %s stays unchanged',
    (text) => {
      expect(outside(text)).toBe(text);
    },
  );
});

describe('an outside string in a code block', () => {
  it.each([
    ['the end of the block', '```js', "'''js"],
    ['a new line', 'a\nb', 'a b'],
    ['a change of the writing direction', 'a\u202Eb', 'ab'],
    ['markdown, which has no effect there', '*a*', '*a*'],
  ])('is safe with %s', (_what, text, expected) => {
    expect(outsideInCode(text, 20)).toBe(expected);
  });
});

describe('numbers, dates and lists', () => {
  it.each([
    ['en', '61%', '21,400', 'May 4, 2026'],
    ['es', '61\u00A0%', '21.400', '4 may 2026'],
  ] as const)('are formatted for %s', (locale, share, points, date) => {
    expect(percent(locale, 0.61)).toBe(share);
    expect(integer(locale, 21_400)).toBe(points);
    expect(localDate(locale, '2026-05-04')).toBe(date);
  });

  it('no share that is possible is written as none', () => {
    expect(percent('en', 0.003)).toBe('under 1%');
    expect([0.996, 1].map((share) => percent('en', share))).toEqual(['99%', '100%']);
    expect(percent('es', 0.003)).toBe('menos del 1\u00A0%');
    expect(percent('en', 0)).toBe('0%');
  });

  it.each([0, 0.005, 0.125, 0.335, 0.5, 0.615, 0.995, 1])(
    'of two chances add up to 100 percent: %f',
    (team_1) => {
      const { home, away } = percentages('en', { team_1, team_2: 1 - team_1 });
      expect(parseInt(home) + parseInt(away)).toBe(100);
    },
  );

  it('leave an invalid date unchanged', () => {
    expect(localDate('en', 'soon')).toBe('soon');
  });

  it('join the items of a list', () => {
    expect(all('en', ['A', 'B', 'C'])).toBe('A, B, and C');
  });

  it('show an instant in the time zone of the reader', () => {
    expect(timestamp(Date.UTC(2026, 5, 7, 12) + 999, 'R')).toBe('<t:1780833600:R>');
  });
});
