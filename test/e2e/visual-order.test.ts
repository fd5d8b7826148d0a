import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import type { Match } from '#src/domain/match/match.ts';
import { matchChoice } from '#src/render/lines/choices.ts';
import { post } from '#src/render/posts/posts.ts';
import { scoreBlock } from '#src/render/lines/score.ts';
import { aSet, aGame, inPlay, sets } from '../domain/written.ts';
import { aReader, everythingCalled } from '../render/held.ts';
import { openBrowser } from '../../sandbox/test/page/browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
});

/** Finds the position of each digit of a text. A string, as it runs in the page, not in Node. */
const MEASURE = String.raw`(shown) => {
  const pre = document.querySelector('pre');
  pre.textContent = shown;
  const range = document.createRange();
  let line = 0;
  return shown.split('').flatMap((letter, index) => {
    if (letter === '\n') line += 1;
    if (!/\d/.test(letter)) return [];
    range.setStart(pre.firstChild, index);
    range.setEnd(pre.firstChild, index + 1);
    return [{ line, x: range.getBoundingClientRect().left, digit: letter }];
  });
}`;

const measured = z.array(z.object({ line: z.number(), x: z.number(), digit: z.string() }));

/** The digits of each line of a text, from left to right as the browser shows them. */
const digitsAsSeen = async (text: string): Promise<readonly string[]> => {
  await page.setContent('<pre style="font: 16px monospace"></pre>');
  const places = measured.parse(await page.evaluate(`(${MEASURE})(${JSON.stringify(text)})`));
  return [...Map.groupBy(places, ({ line }) => line).values()].map((digits) =>
    digits
      .toSorted((a, b) => a.x - b.x)
      .map(({ digit }) => digit)
      .join(''),
  );
};

/** The digits of each line of a text, in the order in which they are written. */
const digitsAsWritten = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\D/g, ''))
    .filter((digits) => digits !== '');

const NAMES = {
  Hebrew: 'נועה כהן',
  Arabic: 'أحمد علي',
  'Hebrew that ends in a number': 'כהן 2',
  'Latin letters with a control character that reverses them': 'Vega\u202E',
  'Latin letters': 'Ana Vega',
} as const;

const OVER: Partial<Match> = {
  status: 'finished',
  winner: 'team_2',
  score: sets('6-3 4-6 6-7(12)'),
};

const state = inPlay(aSet(1, '6-3'), aSet(2, null, aGame('4-5', '40:15')));

/** Texts that show a score beside a name. */
const texts = (name: string): readonly (readonly [string, string])[] => {
  const over = everythingCalled(name, OVER);
  const posted = post(aReader(), {
    event: {
      kind: 'result',
      matchId: 123,
      status: 'finished',
      winner: 'team_2',
      score: sets('6-3 4-6 6-7(12)'),
      minutes: null,
    },
    subject: { kind: 'match', held: over },
    settings: DEFAULT_SETTINGS,
    memberIds: [],
    correctedAt: null,
  });
  return [
    ['a score block', scoreBlock(over.match, state) ?? ''],
    ['a result', posted.content ?? ''],
    ['a choice', matchChoice(aReader(), over)],
  ];
};

describe.each(Object.entries(NAMES))('the numbers beside names in %s', (_script, name) => {
  it.each(texts(name))('appear in the written order in %s', async (_what, text) => {
    expect(digitsAsWritten(text).join('').length).toBeGreaterThan(4);
    expect(await digitsAsSeen(text)).toEqual(digitsAsWritten(text));
  });
});
