import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { createFrameReader } from '#src/live/subscriptions.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { startIntake } from '#src/live/intake.ts';
import { createThrottledLog } from '#src/lib/throttled-log.ts';
import { NotFound } from '#src/padel-api/errors.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { aPlayedMatch, aStage, pass, settle } from '../alerts/stage.ts';
import { aLog } from '../lib/log.ts';
import { runs } from '../runs.ts';
import { anApi } from './sources.ts';

/** In play and followed; upcoming and followed; unknown. */
const IN_PLAY = 123;
const UPCOMING = 124;
const UNKNOWN = 125;
const CHANNELS = [IN_PLAY, UPCOMING, UNKNOWN] as const;

const FRAMES = runs(1_000);
const BATCH_SIZE = 100;

/** Values that are impossible, unreadable, or no news for a match at 2-1. */
const status = fc.constantFrom<unknown[]>(
  'live-ish',
  'LIVE',
  'constructor',
  '__proto__',
  '',
  ' ',
  7,
  null,
  undefined,
  [],
  {},
  '\u0000',
  'x'.repeat(9_000),
);
const setScore = fc.constantFrom<unknown[]>(
  '9-9',
  '0-0',
  '6-5',
  '7-7',
  '7-0',
  '6-4 6-4',
  '66-44',
  '6',
  '-',
  '',
  '6\u20134',
  64,
  null,
  {},
  [],
  true,
);
const gameScore = fc.constantFrom<unknown[]>(
  '7 - 6',
  '99 - 1',
  '0 - 7',
  '-1 - 2',
  'A - B',
  '1 -',
  '1 - 2 - 3',
  '',
  null,
  12,
  {},
  '9'.repeat(400),
);
const point = fc.constantFrom<unknown[]>(
  '99:98',
  'A:A',
  'A:15',
  '45:15',
  '15',
  ':',
  '15:0:0',
  '',
  null,
  15,
  {},
  '1e1:0',
  '15:0'.repeat(900),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 20 }),
  fc.constantFrom<unknown[]>(1e308, NaN, -0, '1', '01', 'one', null, {}, 2 ** 53, '9'.repeat(40)),
);
const game = fc.record(
  { game_number: number, game_score: gameScore, points: fc.array(point, { maxLength: 8 }) },
  { requiredKeys: [] },
);
const set = fc.record(
  { set_number: number, set_score: setScore, games: fc.array(game, { maxLength: 6 }) },
  { requiredKeys: [] },
);
const shaped = fc.record(
  {
    id: fc.oneof(fc.constantFrom<unknown[]>(...CHANNELS), number),
    status,
    sets: fc.oneof(
      fc.array(set, { maxLength: 5 }),
      fc.constantFrom<unknown[]>(null, 'sets', {}, 3),
    ),
    channel: fc.string(),
  },
  { requiredKeys: [] },
);
const anything = fc.oneof(
  fc.anything({ maxDepth: 4, withBigInt: true, withDate: true, withMap: true }),
  fc.jsonValue(),
  fc.string(),
);

/** A frame as it arrives; one from minutes ago is hostile, too. */
const frames = (stale: readonly object[]) =>
  fc.tuple(
    fc.constantFrom(...CHANNELS),
    fc.oneof(
      { weight: 5, arbitrary: shaped },
      { weight: 3, arbitrary: anything },
      { weight: 2, arbitrary: fc.constantFrom<unknown[]>(...stale) },
    ),
  );

/** A pushed body of the feed after this many games. */
const bodyOf = (matchId: number, games: number): object => ({
  id: matchId,
  status: 'live',
  sets: [
    {
      set_number: 1,
      set_score: null,
      games: Array.from({ length: games }, (_, index) => ({
        game_number: index + 1,
        game_score: `${Math.ceil(index / 2)} - ${Math.floor(index / 2)}`,
        points: ['15:0', '30:0', '40:0'],
      })),
    },
  ],
});

it(`${FRAMES} hostile frames announce nothing, break nothing and let no stored match grow`, async () => {
  const stage = await aStage();
  await stage.channel(1, { kind: 'tournament', id: 7 });
  const played = aPlayedMatch(stage, { id: IN_PLAY });
  await played.isKnown();
  await played.begins();
  await aPlayedMatch(stage, { id: UPCOMING, round: 2 }).isKnown();

  const log = aLog();
  const requests: string[] = [];
  const intake = startIntake({
    order: createReadOrder(),
    api: anApi({ match: () => Promise.reject(new NotFound()) }, requests),
    requestOptions: { priority: 'live' },
    observer: stage.observer(),
    monotonic: Date.now,
    log,
    hasList: () => true,
    isFollowed: () => true,
    listed: () => new Set([IN_PLAY]),
  });
  const read = createFrameReader({ warn: createThrottledLog(log, Date.now), take: intake.take });
  const deliver = async (matchId: number, payload: unknown): Promise<void> => {
    read(new Set([matchId]), payload);
    await settle();
  };
  const held = async (id: number) => await findMatch(stage.db(), id);
  const shown = async () => (await held(IN_PLAY))?.state.sets;

  await deliver(IN_PLAY, bodyOf(IN_PLAY, 4));
  await pass(MINUTE);
  const announced = stage.discord.messages.map(({ id }) => id);
  const sets = await shown();
  expect(announced).toHaveLength(1);
  expect(sets?.[0]?.games).toHaveLength(4);

  const stale = [0, 1, 2, 3, 4].map((games) => bodyOf(IN_PLAY, games));
  await fc.assert(
    fc.asyncProperty(
      fc.array(frames(stale), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }),
      async (batch) => {
        for (const [matchId, payload] of batch) await deliver(matchId, payload);
        expect((await shown())?.[0]).toEqual(sets?.[0]);
      },
    ),
    { numRuns: FRAMES / BATCH_SIZE, endOnFailure: true },
  );
  await pass(MINUTE);

  expect(stage.discord.messages.map(({ id }) => id)).toEqual(announced);
  const events = await stage.db().selectFrom('events').select('kind').execute();
  expect(events).toEqual([{ kind: 'start' }]);
  expect((await held(UPCOMING))?.state.sets.flatMap(({ games }) => games)).toEqual([]);
  expect(await held(UNKNOWN)).toBeUndefined();
  for (const id of [IN_PLAY, UPCOMING]) {
    expect(JSON.stringify(await held(id)).length).toBeLessThan(20_000);
  }
  // The unknown match is requested once; the other frames are logged once a minute.
  expect(requests).toEqual([`match ${UNKNOWN}`]);
  expect(log.lines.length).toBeLessThan(10);

  await deliver(IN_PLAY, bodyOf(IN_PLAY, 5));
  expect((await held(IN_PLAY))?.state).toMatchObject({ status: 'live' });
  expect((await shown())?.[0]?.games).toHaveLength(5);
  await intake.stop();
});
