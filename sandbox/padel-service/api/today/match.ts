import { z } from 'zod';
import { byTeam, ROUNDS, TEAMS, type Instant } from '../../../../src/domain/terms.ts';
import { recordAt } from '../../live/feed.ts';
import { isoDate } from '../../world/schedule/days.ts';
import { playersOf, type Match, type Pair, type Tie } from '../../world/model.ts';
import { highlightsOf } from '../../world/records/videos.ts';
import { slotAt } from '../../world/records/visible.ts';
import { watchabilityOf } from '../../world/records/watchability.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resourceToday, teams, type Shown } from '../resource.ts';
import { calledNamesOf, scoreOfSets } from '../resources/match.ts';
import { pairIdOf } from '../resources/pair.ts';
import { matchesIn } from './known-matches.ts';
import { dayShown, inService, onBothClocks, playOf, startOf, updatedAt } from './match-times.ts';
import { inEnglish, sideToday } from './player.ts';

/** The draws that lists can be asked for; this world has no qualifying. */
export const DRAWS = ['main', 'qualy', 'group', 'placement'] as const;

/** Every status of a match at the public service today. */
export const MATCH_STATUSES = [
  'scheduled',
  'live',
  'ended',
  'finished',
  'retired',
  'walkover',
  'bye',
  'not_played',
  'cancelled',
] as const;

const instant = z.iso.datetime({ offset: true }).nullable();
const winner = z.enum(TEAMS).nullable();

const tieSchema = resourceToday('TieToday', {
  id: z.string(),
  group: z.string().nullable(),
  team_1: z.string().nullable(),
  team_2: z.string().nullable(),
  rubber: z.int().min(1).max(3),
  score: teams(z.int().min(0).max(2)),
  winner,
});

const matchPlayer = resourceToday('MatchPlayerToday', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  side: z.enum(['drive', 'backhand']).nullable(),
  connections: z.strictObject({ pair: z.string() }),
});

/** A match as the public service has it today (service-today, "Matches"). */
export const matchTodaySchema = resourceToday('MatchToday', {
  id: z.int(),
  self: z.string(),
  name: z.string().min(1).nullable(),
  url: z.null(),
  category: z.enum(['men', 'women']),
  draw: z.enum(DRAWS),
  tie: tieSchema.optional(),
  round: z.literal([0, ...ROUNDS]),
  round_name: z.string(),
  index: z.int().min(0),
  seeds: teams(
    z
      .string()
      .regex(/^(\d+|Q|WC|LL|LLI)$/)
      .nullable(),
  ),
  played_at: z.iso.date(),
  schedule_label: z.string().min(1).nullable(),
  scheduled_at: instant,
  scheduled_at_local: instant,
  court: z.string().nullable(),
  court_order: z.int().nullable(),
  status: z.enum(MATCH_STATUSES),
  score: z.array(teams(z.string().regex(/^\d(\(\d+\))?$/))).nullable(),
  winner,
  started_time: instant,
  started_time_local: instant,
  duration: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .nullable(),
  watchability: z.int().min(0).max(100).nullable(),
  players: teams(z.array(matchPlayer)),
  updated_at: z.iso.datetime({ offset: true }),
  connections: z.strictObject({
    tournament: z.string(),
    headtohead: z.string(),
    stats: z.string(),
    live: z.string(),
    prev: z.string().optional(),
    next: z.string().optional(),
    video: z.string().optional(),
  }),
});

const ROUND_NAMES = {
  1: 'Finals',
  2: 'Semifinals',
  4: 'Quarterfinals',
  8: 'Round of 16',
  16: 'Round of 32',
  32: 'Round of 64',
} as const;

/** Courts of this country end in a blank, as somebody typed them. */
const BLANK_AFTER_COURT = 'IT';

/** The draw of a match. */
export const drawOf = ({ tie }: Match): (typeof DRAWS)[number] => tie?.draw ?? 'main';

/** The round as it is shown: the group stage has the number 0. */
export const roundOf = (match: Match): 0 | Match['round'] =>
  drawOf(match) === 'group' ? 0 : match.round;

const roundNameOf = (match: Match): string => {
  const draw = drawOf(match);
  if (draw === 'group') return 'Group stage';
  return draw === 'placement' ? 'Placement' : ROUND_NAMES[match.round];
};

const tieShown = (
  { category, index, round, created }: Match,
  { draw, group, teams: nations, rubber, results, winner: champion }: Tie,
  now: Instant,
): Shown<z.output<typeof tieSchema>> => {
  const winners = results.filter(({ closed }) => closed <= now).map((result) => result.winner);
  const score = byTeam((team) => winners.filter((each) => each === team).length);
  return {
    id: [category, draw, draw === 'group' ? 0 : round, index].join('-'),
    group,
    ...byTeam((team) => (created <= now ? inEnglish(nations[team]) : null)),
    rubber,
    score,
    winner: score[champion] === 2 ? champion : null,
  };
};

/** The matches before and after on the same court that day, and the highlights. */
const neighboursOf = (match: Match, known: Knowledge) => {
  const { now } = known;
  const slot = slotAt(match, now);
  const onCourt = matchesIn(known, match.tournament.id).flatMap(({ id, ...each }) => {
    const other = slotAt({ id, ...each }, now);
    const isNear = slot !== null && other?.day === slot.day && other.court === slot.court;
    return isNear ? [{ path: pathOf('matches', id), by: other.order - slot.order }] : [];
  });
  const near = onCourt.toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by));
  const prev = near.find(({ by }) => by < 0)?.path;
  const next = near.find(({ by }) => by > 0)?.path;
  const [video] = highlightsOf(match, now);
  return {
    ...(prev === undefined ? {} : { prev }),
    ...(next === undefined ? {} : { next }),
    ...(video === undefined ? {} : { video: pathOf('videos', video.id) }),
  };
};

const connectionsOf = (match: Match, known: Knowledge) => {
  const self = pathOf('matches', match.id);
  return {
    tournament: pathOf('tournaments', match.tournament.id),
    headtohead: `${self}/headtohead`,
    stats: `${self}/stats`,
    live: `${self}/live`,
    ...neighboursOf(match, known),
  };
};

const playersShown = (pair: Pair | null) =>
  pair === null
    ? []
    : pair.map((player) => ({
        ...{ id: player.id, self: pathOf('players', player.id), name: player.name },
        side: sideToday(player),
        connections: {
          pair: pathOf('pairs', pairIdOf(pair[0].id < pair[1].id ? pair : [pair[1], pair[0]])),
        },
      }));

const NO_WINNER: ReadonlySet<string> = new Set(['not_played', 'cancelled']);

/** A match as the public service shows it at an instant; the future does not leak. */
export const matchToday = (
  match: Match,
  known: Knowledge,
): Shown<z.output<typeof matchTodaySchema>> => {
  const { now } = known;
  const { id, tournament, tie } = match;
  const { status } = recordAt(match, now);
  const isUnplayed = NO_WINNER.has(status);
  const slot = slotAt(match, now);
  const start = isUnplayed ? { at: null, label: null } : startOf(match, known);
  const { started, duration } = playOf(match, known);
  const planned = onBothClocks(start.at, tournament);
  const actual = onBothClocks(started, tournament);
  const isOver = match.closed <= now && !isUnplayed;
  const isEmpty = TEAMS.every((team) => playersOf(match, team).length === 0);
  const blank = tournament.host.country === BLANK_AFTER_COURT ? ' ' : '';
  return {
    id,
    self: pathOf('matches', id),
    name: calledNamesOf(match) || null,
    url: null,
    category: match.category,
    draw: drawOf(match),
    ...(tie === undefined ? {} : { tie: tieShown(match, tie, now) }),
    round: roundOf(match),
    round_name: roundNameOf(match),
    index: match.index,
    // A seed would name the pair that nobody knows yet; `Q` marks a slot.
    seeds: byTeam((team) => {
      const seed = match.seeds?.[team] ?? null;
      return seed === 'Q' || playersOf(match, team).length > 0 ? seed : null;
    }),
    played_at: isoDate(dayShown(match, now)),
    schedule_label: start.label,
    scheduled_at: planned.service,
    scheduled_at_local: planned.venue,
    court: slot === null || isUnplayed ? null : `${slot.court}${blank}`,
    court_order: slot?.order ?? null,
    status,
    score: isOver && match.sets.length > 0 ? scoreOfSets(match.sets) : null,
    winner: isOver && !isEmpty ? match.winner : null,
    started_time: actual.service,
    started_time_local: actual.venue,
    duration,
    watchability: watchabilityOf(match, known),
    players: byTeam((team) => playersShown(match.teams[team])),
    updated_at: inService(updatedAt(match, known)),
    connections: connectionsOf(match, known),
  };
};
