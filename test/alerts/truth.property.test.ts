import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { LivePoints, LiveSet } from '#src/domain/match/live-points.ts';
import type { Match, MatchStatus } from '#src/domain/match/match.ts';
import type { Team } from '#src/domain/terms.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { aMatch } from '../domain/feed.ts';
import { aGame, sets } from '../domain/written.ts';
import { runs } from '../runs.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aStage, pass, settle, type Stage } from './stage.ts';
import { kindOf } from './told.ts';

const CHANNELS = { all: 1, results: 2, delayed: 3 } as const;

/** A channel with nothing but a board. */
const BOARD = 4;

const team = fc.constantFrom<Team>('team_1', 'team_2');
const aWonSet = fc.constantFrom('6-0', '6-4', '7-5', '0-6', '4-6', '5-7', '7-6', '6-7');

/** A frame of the feed: any sets with any score, the last one open or not. */
interface Frame {
  readonly kind: 'frame';
  readonly status: MatchStatus | null;
  readonly won: readonly string[];
  readonly open: string | null;
}

/** A read of the record, which may be wrong until the truth is known. */
interface RecordRead {
  readonly kind: 'record';
  readonly status: MatchStatus;
  readonly won: readonly string[] | null;
  readonly winner: Team | null;
}

interface Waits {
  readonly kind: 'waits';
  readonly seconds: number;
}

/** What Discord does with the next requests: it takes them without an answer, takes none, or is as ever. */
interface Discord {
  readonly kind: 'discord';
  readonly is: 'silent' | 'down' | 'well';
}

interface Restart {
  readonly kind: 'restart';
}

/** The service has the match no more, until it is read again. */
interface Withdrawn {
  readonly kind: 'withdrawn';
}

type Step = Frame | RecordRead | Waits | Discord | Restart | Withdrawn;

const aFrame: fc.Arbitrary<Frame> = fc.record({
  kind: fc.constant('frame'),
  status: fc.constantFrom<MatchStatus | null>('live', 'live', 'ended', 'finished', null),
  won: fc.array(aWonSet, { maxLength: 3 }),
  open: fc.option(fc.constantFrom('0-0', '1-0', '3-2', '5-4', '4-5', '6-6')),
});

const aRecord: fc.Arbitrary<RecordRead> = fc.record({
  kind: fc.constant('record'),
  status: fc.constantFrom<MatchStatus>(
    'live',
    'ended',
    'finished',
    'retired',
    'walkover',
    'scheduled',
    'postponed',
    'suspended',
  ),
  won: fc.option(fc.array(aWonSet, { maxLength: 3 })),
  winner: fc.option(team),
});

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: aFrame },
  { weight: 4, arbitrary: aRecord },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('waits'), seconds: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('discord'),
      is: fc.constantFrom('silent', 'down', 'well'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'withdrawn' } as const) },
);

/** How the match really ended. */
const aTruth: fc.Arbitrary<Pick<Match, 'status' | 'score' | 'winner'>> = fc.constantFrom(
  { status: 'finished', score: sets('6-0 6-4'), winner: 'team_1' },
  { status: 'finished', score: sets('6-4 5-7 0-6'), winner: 'team_2' },
  { status: 'finished', score: sets('7-6(5) 4-6 7-5'), winner: 'team_1' },
  { status: 'retired', score: sets('6-4 2-1'), winner: 'team_2' },
  { status: 'walkover', score: null, winner: 'team_1' },
);

const feedOf = (matchId: number, { status, won, open }: Frame): LivePoints => {
  const closed = won.map((score, index): LiveSet => ({
    number: index + 1,
    score: sets(score)[0] ?? null,
    games: [],
  }));
  const last: LiveSet[] =
    open === null
      ? []
      : [{ number: won.length + 1, score: null, games: [aGame(open, '15:0 40:0')] }];
  return { matchId, status, sets: [...closed, ...last] };
};

/** A name that no other evening has. */
const named = (name: string, id: number): string =>
  `${name}${String(id).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;

const matchOf = (evening: number, playedOn: string): Match =>
  aMatch({
    id: 1000 + evening,
    playedOn,
    teams: {
      team_1: [
        { id: 1, name: `Ana ${named('Vega', 1000 + evening)}` },
        { id: 2, name: 'Eva Lamas' },
      ],
      team_2: [
        { id: 3, name: 'Lea Soria' },
        { id: 4, name: 'Mia Pinto' },
      ],
    },
  });

const play = async (stage: Stage, match: Match, step: Step): Promise<void> => {
  if (step.kind === 'frame') {
    await stage.observer().points(feedOf(match.id, step), Date.now());
  } else if (step.kind === 'record') {
    const { status, won, winner } = step;
    const score = won === null ? null : won.flatMap((set) => sets(set));
    await stage.observer().match({ ...match, status, winner, score }, Date.now());
  } else if (step.kind === 'discord') {
    stage.discord.takes((request) => {
      if (step.is === 'well') return undefined;
      if (step.is === 'silent') stage.discord.act(request);
      return { kind: 'failed', reason: 'no answer', retryAfterMs: 0 };
    });
  } else if (step.kind === 'withdrawn') await stage.observer().removed(match.id);
  else if (step.kind === 'waits') await pass(step.seconds * SECOND);
  else {
    await pass(SECOND);
    await stage.restart();
  }
  await settle();
};

/** The messages about an evening's match, without what only says that they were edited. */
const saidIn = ({ discord }: Stage, channel: number, { id }: Match) => {
  const name = named('Vega', id);
  return discord
    .shownIn(discordId(channel))
    .filter(({ body }) => JSON.stringify(body).includes(name))
    .map((message) => ({
      kind: kindOf(message),
      text: (message.body.content ?? '').replaceAll(name, 'Vega'),
    }));
};

const staleCards = ({ db }: Stage) =>
  db()
    .selectFrom('cards')
    .innerJoin('matches', 'matches.id', 'cards.match_id')
    .select(['cards.match_id', 'cards.channel_id', 'shown_rev', 'rev'])
    .whereRef('shown_rev', '<', 'rev')
    .execute();

/** What the board says of a match. */
const boardLine = ({ discord }: Stage, { id }: Match): string | undefined => {
  const name = named('Vega', id);
  const [board] = discord.shownIn(discordId(BOARD));
  const lines = board?.body.embeds?.[0]?.description?.split('\n') ?? [];
  return lines.find((line) => line.includes(name))?.replaceAll(name, 'Vega');
};

/** Evenings lie within one day: a board shows no other. */
const leapToNoon = async (): Promise<void> => {
  vi.setSystemTime(Date.now() + DAY - ((Date.now() - DAY / 2) % DAY));
  await pass(2 * MINUTE);
};

const tellTruth = async (
  stage: Stage,
  match: Match,
  truth: Pick<Match, 'status' | 'score' | 'winner'>,
): Promise<void> => {
  await stage.observer().match({ ...match, ...truth, duration: 84 }, Date.now());
  await pass(45 * MINUTE);
};

it(
  'the last words of each channel are the truth, whatever was said, lost or repeated before',
  async () => {
    const stage = await aStage();
    const types = ['start', 'set', 'result', 'card'] as const;
    await stage.chosen(CHANNELS.all, { settings: { types } }, aPlayer(1));
    await stage.chosen(CHANNELS.results, { settings: { types: ['result'] } }, aPlayer(1));
    await stage.chosen(CHANNELS.delayed, { settings: { types, delay: 300 } }, aPlayer(1));
    await stage.chosen(BOARD, { settings: { types: [], board: true } }, aPlayer(1));
    stage.alerts().wake();
    let evening = 0;
    const nextMatch = async (): Promise<Match> => {
      evening += 1;
      const match = matchOf(evening, new Date().toISOString().slice(0, 10));
      await stage.observer().match(match, Date.now());
      await settle();
      return match;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(aStep, { minLength: 3, maxLength: 20 }),
        aTruth,
        async (steps, truth) => {
          await leapToNoon();
          const plain = await nextMatch();
          await tellTruth(stage, plain, truth);
          const told = await nextMatch();
          for (const step of steps) await play(stage, told, step);
          stage.discord.takes();
          await pass(5 * MINUTE);
          await tellTruth(stage, told, truth);
          for (const channel of Object.values(CHANNELS)) {
            const results = (match: Match) =>
              saidIn(stage, channel, match)
                .filter(({ kind }) => kind === 'result')
                .map(({ text }) => text.replace(/ \(corrected <t:\d+:t>\)/, ''));
            expect(results(told)).toEqual(results(plain));
            const said = saidIn(stage, channel, told);
            const textsOf = (kind: string) =>
              said.filter((each) => each.kind === kind).map(({ text }) => text);
            expect([...textsOf('start'), ...textsOf('card')].length).toBeLessThan(2);
            const corrections = textsOf('correction');
            expect(corrections.filter((text, index) => text === corrections[index - 1])).toEqual(
              [],
            );
            const sets = textsOf('set').map((text) => /^Set (\d)/.exec(text)?.[1]);
            expect(new Set(sets).size).toBe(sets.length);
          }
          expect(await staleCards(stage)).toEqual([]);
          expect(boardLine(stage, told)).toMatch(/Vega/);
          expect(boardLine(stage, told)).toBe(boardLine(stage, plain));
        },
      ),
      { numRuns: runs(8, 60) },
    );
  },
  HOUR,
);
