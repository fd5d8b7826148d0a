import { z } from 'zod';
import { byTeam, ROUNDS, type Instant } from '../../../../src/domain/terms.ts';
import { stateAt } from '../../live/feed.ts';
import { isoInstant, localInstant } from '../../world/schedule/days.ts';
import { isCovered, playersOf, type Match, type Tie } from '../../world/model.ts';
import { slotAt } from '../../world/records/visible.ts';
import { watchabilityOf } from '../../world/records/watchability.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resourceToday, teams, type Shown } from '../resource.ts';
import { matchResource, ROUND_NAMES } from '../resources/match.ts';
import { matchesIn } from './known-matches.ts';
import { startOf, updatedAt } from './match-times.ts';

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

const tieSchema = resourceToday('TieToday', {
  id: z.int().optional(),
  group: z.string().nullable(),
  team_1: z.string(),
  team_2: z.string(),
  rubber: z.int().min(1).max(3),
  score: teams(z.int().min(0).max(2)).optional(),
  winner: z.enum(['team_1', 'team_2']).nullable().optional(),
});

const matchPlayer = resourceToday('MatchPlayerToday', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  short_name: z.string(),
  side: z.enum(['drive', 'backhand']),
  connections: z.strictObject({ player: z.string() }),
});

/** A match as the public service has it today (service-today, "Fields"). */
export const matchTodaySchema = resourceToday('MatchToday', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  category: z.enum(['men', 'women']),
  draw: z.enum(DRAWS),
  tie: tieSchema.optional(),
  round: z.literal([0, ...ROUNDS]),
  round_name: z.string(),
  index: z.int().min(0),
  seeds: teams(z.int().min(1).nullable()).nullable(),
  played_at: z.iso.date().nullable(),
  schedule_label: z.string().nullable(),
  scheduled_at: instant,
  scheduled_at_local: instant,
  court: z.string().nullable(),
  court_order: z.int().nullable(),
  status: z.enum(MATCH_STATUSES),
  score: z.array(teams(z.string().regex(/^\d(\(\d+\))?$/))).nullable(),
  winner: z.enum(['team_1', 'team_2']).nullable(),
  watchability: z.int().min(0).max(100).nullable(),
  started_time: instant,
  started_time_local: instant,
  duration: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .nullable(),
  players: teams(z.array(matchPlayer)),
  updated_at: z.iso.datetime({ offset: true }),
  connections: z.strictObject({
    tournament: z.string(),
    head2head: z.string(),
    stats: z.string().optional(),
    live: z.string().optional(),
    prev: z.array(z.string()),
    next: z.string().nullable(),
  }),
});

/** The service writes times with the offset of this place. */
const SERVICE_TIMEZONE = 'Europe/Madrid';

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

/** Men's ties also have an id, a score and a winner; women's have only what is documented. */
const tieShown = (
  { id, group, teams: nations, rubber, results, winner }: Tie,
  isWhole: boolean,
  now: Instant,
): Shown<z.output<typeof tieSchema>> => {
  const winners = results.filter(({ closed }) => closed <= now).map((result) => result.winner);
  const score = byTeam((team) => winners.filter((each) => each === team).length);
  const isOver = score[winner] === 2;
  return {
    ...(isWhole ? { id } : {}),
    group,
    ...nations,
    rubber,
    ...(isWhole ? { score, winner: isOver ? winner : null } : {}),
  };
};

/** The matches of the draw from which the pairs come, and the one to which the winner goes. */
const neighboursOf = (match: Match, known: Knowledge) => {
  const { category, round, index, tournament } = match;
  if (match.tie !== undefined) return { prev: [], next: null };
  const others = matchesIn(known, tournament.id).filter((each) => each.category === category);
  const pathsOf = (isWanted: (other: Match) => boolean): readonly string[] =>
    others.filter(isWanted).map(({ id }) => pathOf('matches', id));
  return {
    prev: pathsOf(
      (each) => each.round === round * 2 && Math.floor(each.index / 2) === index && !each.deleted,
    ),
    next:
      pathsOf((each) => each.round * 2 === round && each.index === Math.floor(index / 2)).at(0) ??
      null,
  };
};

const connectionsOf = (match: Match, known: Knowledge) => {
  const self = pathOf('matches', match.id);
  const hasPoints = isCovered(match.tournament.level) && match.outcome !== 'not_played';
  return {
    tournament: pathOf('tournaments', match.tournament.id),
    head2head: `${self}/head2head`,
    ...(hasPoints ? { stats: `${self}/stats`, live: `${self}/live` } : {}),
    ...neighboursOf(match, known),
  };
};

const seedsOf = ({ tie, seeds }: Match) =>
  tie === undefined ? (seeds ?? { team_1: null, team_2: null }) : null;

/** A match as the public service shows it at an instant; the future does not leak. */
export const matchToday = (
  match: Match,
  known: Knowledge,
): Shown<z.output<typeof matchTodaySchema>> => {
  const { now } = known;
  const plain = matchResource(match, now, 'both');
  const { status } = stateAt(match, now);
  const hasNoWinner = status === 'not_played' || status === 'cancelled';
  const slot = hasNoWinner ? null : slotAt(match, now);
  const start = hasNoWinner ? { at: null, label: null } : startOf(match, known);
  const started = plain.started_time === null ? null : match.started;
  const { timezone } = match.tournament.host;
  const inService = (at: Instant | null) =>
    at === null ? null : localInstant(at, SERVICE_TIMEZONE);
  const atVenue = (at: Instant | null) => (at === null ? null : localInstant(at, timezone));
  return {
    id: plain.id,
    self: plain.self,
    name: plain.name,
    url: plain.url,
    category: plain.category,
    draw: drawOf(match),
    ...(match.tie === undefined ? {} : { tie: tieShown(match.tie, match.category === 'men', now) }),
    round: roundOf(match),
    round_name: roundNameOf(match),
    index: match.index,
    seeds: seedsOf(match),
    played_at: plain.played_at,
    schedule_label: start.label,
    scheduled_at: inService(start.at),
    scheduled_at_local: atVenue(start.at),
    court: slot?.court ?? null,
    court_order: slot?.order ?? null,
    status,
    score: plain.score,
    winner: hasNoWinner ? null : plain.winner,
    watchability: watchabilityOf(match, known),
    started_time: inService(started),
    started_time_local: atVenue(started),
    duration: started === null ? null : plain.duration,
    players: byTeam((team) =>
      playersOf(match, team).map(({ id, name, called, side }) => ({
        ...{ id, self: pathOf('players', id), name, short_name: called, side },
        connections: { player: pathOf('players', id) },
      })),
    ),
    updated_at: isoInstant(updatedAt(match, known)),
    connections: connectionsOf(match, known),
  };
};
