import { z } from 'zod';
import type { SetScore } from '../../../../src/domain/match/score.ts';
import {
  byTeam,
  opponentOf,
  ROUNDS,
  TEAMS,
  type Instant,
  type Team,
} from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import { courseOf, specified, stateAt, type FeedUpdate, type Status } from '../../live/feed.ts';
import { areSaidInMatches, type CalledNames } from '../../world/people/called-names.ts';
import { playAt, scoreOf } from '../../world/course.ts';
import { isoDate, isoInstant } from '../../world/schedule/days.ts';
import { playersOf, type Match } from '../../world/model.ts';
import { chance, randomFrom } from '../../world/random.ts';
import { slotAt } from '../../world/records/visible.ts';
import { pathOf, resource, teams, type Shown } from '../resource.ts';

const matchPlayer = resource('MatchPlayer', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  side: z.enum(['drive', 'backhand']),
  connections: z.string(),
});

/** A match (specification, MatchResource; score, winner and status: padel-facts). */
export const matchSchema = resource('Match', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  category: z.enum(['men', 'women']),
  round: z.literal(ROUNDS).describe('The number of matches in the round: 1 is the final.'),
  round_name: z.string(),
  index: z.int().min(0).describe('Its slot in the round, from the top of the draw.'),
  played_at: z.iso.date().nullable(),
  schedule_label: z.string(),
  court: z.string(),
  court_order: z.int().nullable(),
  status: z.enum(['scheduled', 'live', 'ended', 'finished', 'retired', 'walkover', 'bye']),
  score: z
    .array(teams(z.string().regex(/^\d(\(\d+\))?$/)))
    .nullable()
    .describe('Games by set; whoever lost a tie-break has its points in brackets.'),
  winner: z.enum(['team_1', 'team_2']).nullable(),
  started_time: z.iso.datetime({ offset: true }).nullable(),
  duration: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .describe('Hours and minutes.'),
  players: teams(z.array(matchPlayer)),
  connections: z.string(),
});

const ROUND_NAMES = {
  1: 'Final',
  2: 'Semifinal',
  4: 'Quarterfinal',
  8: 'Round of 16',
  16: 'Round of 32',
  32: 'Round of 64',
} as const;

const side = (set: SetScore, team: Team): string => {
  const lostTieBreak = set.tieBreak !== null && set[team] < set[opponentOf(team)];
  return lostTieBreak ? `${set[team]}(${set.tieBreak})` : String(set[team]);
};

/** A score as it is written. */
export const scoreOfSets = (sets: readonly SetScore[]) =>
  sets.map((set) => byTeam((team) => side(set, team)));

const PLAYED: ReadonlySet<Status> = new Set(['live', 'ended', 'finished', 'retired']);

/** While a match is `ended` its score may be missing (padel-facts). */
const HIDES_WHILE_ENDED = 0.3;

const scoreShown = ({ match, status, shown }: FeedUpdate) => {
  if (!PLAYED.has(status)) return null;
  if (status === 'ended' && chance(randomFrom(match.seed, 'ended'), HIDES_WHILE_ENDED)) return null;
  const { rule } = match.tournament;
  const sets = status === 'live' ? scoreOf(playAt(courseOf(match), shown, rule)) : match.sets;
  return scoreOfSets(sets);
};

const durationShown = ({ match: { started, ended }, status }: FeedUpdate, now: Instant): string => {
  if (!PLAYED.has(status) || started === null || ended === null) return '00:00';
  const minutes = Math.floor((Math.min(now, ended) - started) / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
};

const IN_PLAY: ReadonlySet<Status> = new Set(['scheduled', 'live', 'ended']);

const namesOf = (match: Match, team: Team): string =>
  playersOf(match, team)
    .map(({ name }) => name)
    .join(' / ') || 'Bye';

/** `Triay/Brea - Ustero/Sanchez`: without accents, as scoreboards have it. */
export const calledNamesOf = (match: Match): string =>
  TEAMS.map((team) =>
    playersOf(match, team)
      .map(({ called }) => called.normalize('NFD').replaceAll(/\p{M}/gu, ''))
      .join('/'),
  )
    .filter((names) => names !== '')
    .join(' - ');

/** A match as the service shows it at an instant (MatchResource); the future does not leak. */
export const matchResource = (
  match: Match,
  now: Instant,
  calledNames: CalledNames = 'nowhere',
): Shown<z.infer<typeof matchSchema>> => {
  const state = stateAt(match, now);
  const slot = slotAt(match, now);
  const started = PLAYED.has(state.status) ? match.started : null;
  return {
    id: match.id,
    self: pathOf('matches', match.id),
    name: areSaidInMatches(calledNames)
      ? calledNamesOf(match)
      : `${namesOf(match, 'team_1')} vs ${namesOf(match, 'team_2')}`,
    url: null,
    category: match.category,
    round: match.round,
    round_name: ROUND_NAMES[match.round],
    index: match.index,
    played_at: slot === null ? null : isoDate(slot.day),
    schedule_label: slot?.label ?? '',
    court: slot?.court ?? '',
    court_order: slot?.order ?? null,
    status: specified(state.status),
    score: scoreShown(state),
    winner: IN_PLAY.has(state.status) ? null : match.winner,
    started_time: started === null ? null : isoInstant(started),
    duration: durationShown(state, now),
    players: byTeam((team) =>
      playersOf(match, team).map((player) => ({
        id: player.id,
        self: pathOf('players', player.id),
        name: player.name,
        side: player.side,
        connections: pathOf('players', player.id),
      })),
    ),
    connections: pathOf('tournaments', match.tournament.id),
  };
};
