import type { LiveGame, LivePoints, LiveSet } from '#src/domain/match/live-points.ts';
import type { Match } from '#src/domain/match/match.ts';
import {
  afterPoint,
  newPlay,
  pointsLabel,
  type DeuceRule,
  type Play,
} from '#src/domain/match/play.ts';
import { opponentOf, type Team } from '#src/domain/terms.ts';

/** A match of the domain, upcoming unless overridden. */
export const aMatch = (overrides: Partial<Match> = {}): Match => ({
  id: 123,
  tournamentId: 7,
  category: 'women',
  round: 4,
  roundName: 'Quarterfinal',
  slot: 0,
  playedOn: '2026-06-07',
  startedAt: null,
  duration: null,
  scheduleLabel: 'Not before 4:00 PM',
  court: 'Center Court',
  courtOrder: 1,
  status: 'scheduled',
  score: null,
  winner: null,
  teams: teamsOf('1 Ana Vega, 2 Eva Lamas', '3 Lea Soria, 4 Mia Pinto'),
  withheld: [],
  ...overrides,
});

/** The players of both teams, written as `1 Ana Vega, 2 Eva Lamas`. */
export const teamsOf = (team_1: string, team_2: string): Match['teams'] => {
  const players = (text: string) =>
    text.split(', ').map((player) => {
      const [id = '', ...name] = player.split(' ');
      return { id: Number(id), name: name.join(' ') };
    });
  return { team_1: players(team_1), team_2: players(team_2) };
};

/** More points than any match of the tests has. */
const MOST_POINTS = 20_000;

/** Plays a match with these winners of its points; after them, team 1 wins two of three points. */
export const playOut = (winners: readonly Team[], rule: DeuceRule): readonly Play[] => {
  const plays = [newPlay()];
  for (let index = 0; plays.at(-1)?.winner === null; index += 1) {
    if (index > MOST_POINTS) throw new Error('this match never ends');
    const winner = winners[index] ?? (index % 3 === 0 ? 'team_2' : 'team_1');
    plays.push(afterPoint(plays.at(-1) ?? newPlay(), winner, rule));
  }
  return plays;
};

const sameGames = (a: Play, b: Play): boolean =>
  a.sets.length === b.sets.length &&
  a.games.team_1 === b.games.team_1 &&
  a.games.team_2 === b.games.team_2;

/**
 * What the feed contains after these points (padel-facts, "The live feed"): the point that wins a
 * game is not an entry; the winner of a game shows in the next game or in the set score.
 */
export const feedOf = (plays: readonly Play[], matchId = 123): LivePoints => {
  const sets: LiveSet[] = [];
  const last = plays.at(-1) ?? newPlay();
  const setCount = last.winner === null ? last.sets.length + 1 : last.sets.length;
  for (let index = 0; index < setCount; index += 1) {
    const inSet = plays.filter((play) => play.sets.length === index && play.winner === null);
    sets.push({ number: index + 1, score: last.sets[index] ?? null, games: gamesOf(inSet) });
  }
  return { matchId, status: last.winner === null ? 'live' : 'finished', sets };
};

const gamesOf = (plays: readonly Play[]): LiveGame[] => {
  const games: { first: Play; points: string[] }[] = [];
  for (const play of plays) {
    const game = games.at(-1);
    if (game === undefined || !sameGames(game.first, play)) games.push({ first: play, points: [] });
    if (play.points.team_1 + play.points.team_2 > 0) games.at(-1)?.points.push(pointsLabel(play));
  }
  return games.map(({ first, points }, index) => ({
    number: index + 1,
    before: first.games,
    points: points.map((label) => {
      const [team_1 = '', team_2 = ''] = label.split(':');
      return { team_1, team_2 };
    }),
  }));
};

/** The same update with the server of each game, alternating from the first game of the match. */
export const served = (update: LivePoints, first: Team): LivePoints => {
  let played = 0;
  const sets = update.sets.map((set) => {
    const before = played;
    played += set.games.length;
    const games = set.games.map((game, index) => ({
      ...game,
      serving: (before + index) % 2 === 0 ? first : opponentOf(first),
    }));
    return { ...set, games };
  });
  return { ...update, sets };
};

/** The match as the service returns it once it is over. */
export const finishedMatch = (plays: readonly Play[], match = aMatch()): Match => {
  const last = plays.at(-1) ?? newPlay();
  return { ...match, status: 'finished', score: last.sets, winner: last.winner, duration: 84 };
};
