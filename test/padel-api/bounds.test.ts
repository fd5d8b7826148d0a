import { describe, expect, it } from 'vitest';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { parseWithinBounds, withinBounds, pageOf } from '#src/padel-api/wire/envelope.ts';
import { duration, matchWire } from '#src/padel-api/wire/match.ts';
import { numeric, webAddress, whole } from '#src/padel-api/wire/lenient.ts';
import { playerWire } from '#src/padel-api/wire/people.ts';
import { parseSet } from '#src/padel-api/wire/score.ts';
import { careerWire } from '#src/padel-api/wire/statistics.ts';
import { readWebhookDelivery } from '#src/http/webhook-delivery.ts';
import { createAnswers } from '#src/padel-api/request/answers.ts';
import { aCareerOnWire, aDeliveryOnWire, aMatchOnWire, aPlayerOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, saying } from './service.ts';

const LONG = 200_000;

/** Texts that make a backtracking pattern take exponential time. */
const ATTACKS: readonly string[] = [
  `1${' '.repeat(LONG)}x`,
  `${' '.repeat(LONG)}%x`,
  `6-4${' '.repeat(LONG)}(`,
  '6-4 '.repeat(LONG / 4),
  '9'.repeat(LONG),
  `${'0'.repeat(LONG)}:`,
  '1-'.repeat(LONG / 2),
  `http://${'/'.repeat(LONG)} `,
  `2026-11-22${' ('.repeat(LONG / 2)}`,
];

/** Replaces every string in a body. */
const replaced = (body: unknown, text: string): unknown => {
  if (typeof body === 'string') return text;
  if (Array.isArray(body)) return body.map((each) => replaced(each, text));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, each]) => [name, replaced(each, text)]),
  );
};

/** Milliseconds of this thread's processor time: other processes do not count. */
const cpuMsOf = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** The least of a few tries: one of them may collect garbage. */
const leastCpuMsOf = (work: () => unknown): number =>
  Math.min(...Array.from({ length: 3 }, () => cpuMsOf(work)));

const aRow = (game: object) => ({
  id: 1,
  status: 'live',
  sets: [{ set_number: 1, set_score: null, games: [{ game_number: 1, ...game }] }],
});

describe('a string of 200 kB', () => {
  it.each<[string, (text: string) => unknown]>([
    ['a match', (text) => matchWire.safeParse(replaced(aMatchOnWire(), text))],
    ['a player', (text) => playerWire.safeParse(replaced(aPlayerOnWire(), text))],
    [
      'a career statistic',
      (text) => careerWire.safeParse({ ...aCareerOnWire(), win_percentage: text }),
    ],
    ['a score', (text) => matchWire.safeParse(aMatchOnWire({ score: text }))],
    ['a live frame', (text) => parseLive(aRow({ game_score: text, points: [text] }))],
    [
      'a webhook delivery',
      (text) => readWebhookDelivery(Buffer.from(JSON.stringify({ ...aDeliveryOnWire(), text })), 0),
    ],
  ])('is parsed in under 50 ms in %s', (_what, read) => {
    for (const text of ATTACKS)
      expect(
        leastCpuMsOf(() => read(text)),
        text.slice(0, 12),
      ).toBeLessThan(50);
  });

  it('is read as null in a response, whose other fields are read', async () => {
    const match = aMatchOnWire({ court: 'x'.repeat(LONG), status: 'live' });
    const { api } = await aClient(saying(200, match));
    expect((await api.match(1)).value).toMatchObject({ court: null, status: 'live' });
  });
});

describe('a page within the limit of its bytes', () => {
  const many = (count: number, each: unknown): readonly unknown[] =>
    Array.from({ length: count }, () => each);

  const answers = createAnswers({ count: () => undefined });
  const matches = (rows: readonly unknown[]) =>
    answers.page(matchWire, '/matches', parseWithinBounds(JSON.stringify({ data: rows })));

  it('is read up to twice the rows that the service gives', () => {
    expect(matches(many(200, aMatchOnWire())).items).toHaveLength(100);
  });

  it('is read up to ten players a side', () => {
    const sides = { team_1: many(1_000, aPlayerOnWire()), team_2: [aPlayerOnWire()] };
    const [match] = matches([aMatchOnWire({ players: sides })]).items;
    expect([match?.teams.team_1.length, match?.teams.team_2.length]).toEqual([10, 1]);
  });

  it('is not parsed when it has far more values than a page of matches', () => {
    expect(matches(many(50, aMatchOnWire())).items).toHaveLength(50);
    for (const json of ['{},', '[],', '1,', '{"a":{}},']) {
      const text = `{"data":[${json.repeat(20_000)}1]}`;
      expect(() => parseWithinBounds(text)).toThrow('values in one answer');
    }
  });
});

describe('input bounds', () => {
  it('cut a name at 300 characters and leave no half surrogate pair', () => {
    const { name } = playerWire.parse(aPlayerOnWire(1, { name: `${'n'.repeat(299)}🎾 and more` }));
    expect(name).toBe(`${'n'.repeat(299)}\uFFFD`);
  });

  it('cut long lists and deep nesting', () => {
    const points = Array.from({ length: 5_000 }, () => '15:0');
    const live = parseLive(aRow({ game_score: '0 - 0', points }));
    expect(live?.sets[0]?.games[0]?.points).toHaveLength(1_000);
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(JSON.stringify(withinBounds(deep))).toHaveLength(2 * 16 + 4);
    expect(parseLive({ ...aRow({}), deep })?.matchId).toBe(1);
  });

  it.each([
    ['a number', () => numeric.parse('1e999'), null],
    ['points', () => numeric.parse(1e300), null],
    ['an id', () => whole.safeParse('9'.repeat(400)).success, false],
    ['a slot', () => matchWire.parse(aMatchOnWire({ index: 2 ** 50 })).slot, null],
    ['a duration', () => duration.parse(1e12), null],
    ['a tie-break', () => parseSet(`7-6(${'9'.repeat(400)})`), null],
    [
      'a game score',
      () => parseLive(aRow({ game_score: '999 - 1', points: [] }))?.sets[0]?.games,
      [],
    ],
    ['a date', () => matchWire.parse(aMatchOnWire({ played_at: '0000-00-00' })).playedOn, null],
    [
      'an instant',
      () => matchWire.parse(aMatchOnWire({ started_time: '+275000-01-01T00:00:00Z' })).startedAt,
      null,
    ],
    ['a web address', () => webAddress.parse(`https://a.example/${'x'.repeat(3_000)}`), null],
  ])('exclude %s out of range', (_what, read, expected) => {
    expect(read()).toEqual(expected);
  });

  it('cap the number of pages that a response claims', () => {
    expect(pageOf(whole).parse(pageOnWire([1], 1, 2 ** 40)).lastPage).toBe(2_000);
  });
});
