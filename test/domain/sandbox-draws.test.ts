import { describe, expect, it } from 'vitest';
import { readFrom, recordsIn, servedStrengths } from '#bench/draws/shown.ts';
import { drawOf, type Bracket } from '#src/domain/tournament/draw.ts';
import { contenderIn, drawOdds } from '#src/domain/tournament/odds.ts';
import { TEAMS, type Category, type Instant } from '#src/domain/terms.ts';
import { DAY, MINUTE } from '#src/lib/time.ts';
import type { Level, Match } from '#sandbox/padel-service/world/model.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { drawnAt } from '#sandbox/padel-service/world/schedule/schedule.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR, { profile: 'today' });
/** Second entries, which are deleted before they are played, come first. */
const played = world
  .recordsUntil(ANCHOR * DAY)
  .matches.filter(({ tournament }) => tournament.end < ANCHOR)
  .toSorted((a, b) => Number(a.deleted === null) - Number(b.deleted === null));

type Shown = ReturnType<typeof recordsIn>;
type Is = (match: Match) => boolean;
type Moment = (match: Match) => Instant;

const drawn: Moment = ({ tournament }) => drawnAt(tournament) + MINUTE;
const after = (what: 'created' | 'started' | 'ended' | 'closed', minutes = 0): Moment => {
  return (match) => (match[what] ?? match.closed) + minutes * MINUTE;
};

const of = (level: Level, category: Category, round?: number): Is => {
  return ({ tournament, tie, ...match }) =>
    tournament.level === level &&
    match.category === category &&
    match.round === (round ?? match.round) &&
    tie === undefined;
};
const went = (wanted: Match['outcome']): Is => {
  return ({ outcome, tie }) => outcome === wanted && tie === undefined;
};
const entered = (code: string): Is => {
  return ({ seeds }) => TEAMS.some((team) => seeds?.[team] === code);
};
const tied = (round: number, rubber: number): Is => {
  return ({ tie, ...match }) =>
    tie?.draw === 'main' && tie.rubber === rubber && match.round === round;
};
const unnamed: Is = ({ outcome, teams }) => outcome === 'bye' && !teams.team_1 && !teams.team_2;
const doubled: Is = ({ outcome, deleted }) => outcome === 'played' && deleted !== null;

/** The first open matches of a round are shown otherwise. */
const shownWith = (round: number, write: (open: Shown) => readonly object[]) => {
  return (records: Shown): Shown => {
    const open = records.filter((each) => each.round === round && each.status === 'scheduled');
    const others = write(open);
    return records.map((each) => ({ ...each, ...others[open.indexOf(each)] }));
  };
};

/** Two players who are in no draw. */
const SPARE = [259, 260].map((id) => ({ id, name: `Player ${id}` }));

type Scene = readonly [what: string, moment: Moment, is: Is, change?: ReturnType<typeof shownWith>];

const WITH_CHANCES: readonly Scene[] = [
  ['48 pairs and the byes of the seeds', drawn, of('major', 'men')],
  ['40 pairs', drawn, of('major', 'women')],
  ['28 pairs', drawn, of('p2', 'men')],
  ['24 pairs', drawn, of('fip_platinum', 'men')],
  ['16 pairs without a bye', drawn, of('fip_gold', 'men')],
  ['the eight of the finals', drawn, of('finals', 'women')],
  ['qualifiers who are not known', drawn, entered('Q')],
  ['a bye for which nobody is named', drawn, unnamed],
  ['a lucky loser', after('closed'), entered('LL')],
  ['a match that is entered twice', after('created'), doubled],
  ['a walkover', after('closed'), went('walkover')],
  ['a retirement', after('closed'), went('retired')],
  ['a match in play', after('started', 1), of('p1', 'men', 8)],
  ['a match that has ended, without its result', after('ended', 3), of('p1', 'women', 4)],
  ['a final in play', after('started', 1), of('p1', 'men', 1)],
  ['champions', after('closed'), of('major', 'women', 1)],
  ['teams, one of whose ties has begun', after('closed'), tied(4, 1)],
  ['a team that has won it', after('closed'), tied(1, 3)],
  [
    'pairs that were drawn anew',
    drawn,
    of('fip_gold', 'men'),
    shownWith(8, ([one, other]) => [{ players: other?.players }, { players: one?.players }]),
  ],
  [
    'a lucky loser in place of a pair that has withdrawn',
    drawn,
    of('fip_gold', 'men'),
    shownWith(8, ([one]) => [{ players: { ...one?.players, team_2: SPARE } }]),
  ],
];

const WITHOUT: readonly Scene[] = [
  ['teams that nobody knows', drawn, tied(1, 1)],
  ['a tournament that was called off', after('closed'), went('cancelled')],
  [
    'a final that was called off',
    after('closed'),
    of('p1', 'women', 2),
    shownWith(1, () => [{ status: 'cancelled' }, { status: 'cancelled' }]),
  ],
  [
    'a pair in two places, while it is drawn anew',
    drawn,
    of('fip_gold', 'men'),
    shownWith(8, ([, other]) => [{ players: other?.players }]),
  ],
];

const drawIn = ([what, moment, is, change]: Scene) => {
  const match = played.findLast(is) ?? expect.fail(`the world has no ${what}`);
  const known = world.at(moment(match));
  const shown = recordsIn(known, match.tournament.id);
  const matches = readFrom(change?.(shown) ?? shown);
  const draw = drawOf(matches, match.category) ?? expect.fail('there is no draw');
  return { draw, odds: drawOdds(draw, servedStrengths(known, matches)) };
};

/** In which round each pair or team stands last, and whether it has won there; null while that is open. */
const lastOf = ({ rounds, place }: Bracket) => {
  const places = rounds.flatMap((round) =>
    Array.from({ length: round }, (_, slot) => place(round, slot)),
  );
  const stands = places.flatMap((each) =>
    TEAMS.map((team) => {
      const isWon = each.winner && each.winner === team;
      return [contenderIn(each, team)?.key, { round: each.round, isWon }] as const;
    }),
  );
  return new Map(stands);
};

describe('the chances of a draw of the service', () => {
  it.for(WITH_CHANCES)('sum to all of it with %s', (scene) => {
    const { draw, odds } = drawIn(scene);
    const titles = odds?.contenders.map(({ wins }) => wins.get(1) ?? 0) ?? [];
    expect(Math.abs(titles.reduce((sum, each) => sum + each, 0) - 1)).toBeLessThan(0.001);
    for (const [key, { round, isWon }] of lastOf(draw)) {
      const wins = odds?.contenders.find(({ contender }) => contender.key === key)?.wins;
      if (isWon !== null) expect(wins?.get(round), key).toBe(isWon ? 1 : undefined);
    }
  });

  it.for(WITHOUT)('are absent with %s', (scene) => {
    expect(drawIn(scene).odds).toBeNull();
  });
});
