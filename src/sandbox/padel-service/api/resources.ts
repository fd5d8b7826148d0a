import type { SetScore } from '#src/domain/score.ts';
import { byTeam, opponentOf, type Instant, type Team } from '#src/domain/terms.ts';
import { courseOf, stateAt, type FeedUpdate, type Status } from '../live/feed.ts';
import { playAt, scoreOf } from '../world/course.ts';
import { isoDate, isoInstant, MINUTE, utcDay } from '../world/days.ts';
import { playersOf, type Match, type Player, type Tournament } from '../world/model.ts';
import { chance, randomFrom } from '../world/random.ts';
import { tournamentStatus, type Knowledge } from '../world/world.ts';
import { forPro, type Plan } from './plans.ts';

/** A day in years, as ages are counted. */
const YEAR = 365.2425;

const path = (kind: string, id: number): string => `/api/${kind}/${id}`;

/** A player as the service shows it (PlayerResource). */
export const playerResource = (player: Player, known: Knowledge, plan: Plan) => ({
  id: player.id,
  self: path('players', player.id),
  name: player.name,
  url: null,
  photo_url: null,
  category: player.category,
  ranking: String(known.rankOf(player) ?? 9999),
  points: forPro(plan, known.pointsOf(player)),
  height: player.height,
  nationality: player.nationality,
  birthplace: player.birthplace,
  birthdate: player.birthday === null ? null : forPro(plan, isoDate(player.birthday)),
  age:
    player.birthday === null
      ? null
      : forPro(plan, String(Math.floor((utcDay(known.now) - player.birthday) / YEAR))),
  hand: player.hand,
  side: player.side,
  links: path('players', player.id),
  connections: { matches: `${path('players', player.id)}/matches` },
});

/** A tournament as the service shows it (TournamentResource). */
export const tournamentResource = (tournament: Tournament, now: Instant) => ({
  id: tournament.id,
  self: path('tournaments', tournament.id),
  name: tournament.name,
  url: `https://padel.example/tournaments/${tournament.id}`,
  location: tournament.place.city,
  country: tournament.place.country,
  level: tournament.level,
  status: tournamentStatus(tournament, now),
  start_date: isoDate(tournament.start),
  end_date: isoDate(tournament.end),
  links: path('tournaments', tournament.id),
  connections: `${path('tournaments', tournament.id)}/matches`,
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

const PLAYED: ReadonlySet<Status> = new Set(['live', 'ended', 'finished', 'retired']);

/** While a match is `ended` its score may be missing (padel-facts). */
const HIDES_WHILE_ENDED = 0.3;

const scoreShown = ({ match, status, shown }: FeedUpdate) => {
  if (!PLAYED.has(status)) return null;
  if (status === 'ended' && chance(randomFrom(match.seed, 'ended'), HIDES_WHILE_ENDED)) return null;
  const { rule } = match.tournament;
  const sets = status === 'live' ? scoreOf(playAt(courseOf(match), shown, rule)) : match.sets;
  return sets.map((set) => byTeam((team) => side(set, team)));
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

/** A match as the service shows it at an instant (MatchResource); the future does not leak. */
export const matchResource = (match: Match, now: Instant) => {
  const state = stateAt(match, now);
  const slot = now >= match.published ? match.slot : null;
  const started = PLAYED.has(state.status) ? match.started : null;
  return {
    id: match.id,
    self: path('matches', match.id),
    name: `${namesOf(match, 'team_1')} vs ${namesOf(match, 'team_2')}`,
    url: null,
    category: match.category,
    round: match.round,
    round_name: ROUND_NAMES[match.round],
    index: match.index,
    played_at: slot === null ? null : isoDate(slot.day),
    schedule_label: slot?.label ?? '',
    court: slot?.court ?? '',
    court_order: slot?.order ?? null,
    status: state.status,
    score: scoreShown(state),
    winner: IN_PLAY.has(state.status) ? null : match.winner,
    started_time: started === null ? null : isoInstant(started),
    duration: durationShown(state, now),
    players: byTeam((team) =>
      playersOf(match, team).map((player) => ({
        id: player.id,
        self: path('players', player.id),
        name: player.name,
        side: player.side,
        connections: path('players', player.id),
      })),
    ),
    connections: path('tournaments', match.tournament.id),
  };
};
