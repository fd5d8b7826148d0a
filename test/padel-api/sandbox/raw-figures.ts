import { z } from 'zod';
import { byTeam, knownOf, maskable, numberOf, object, type Raw } from './raw.ts';

/** The expected statistics of a player or a pair. */
export const careerOf = maskable((raw) => ({
  matchesPlayed: raw['matches_played'],
  matchesWon: raw['matches_won'],
  winPercentage: raw['win_percentage'],
  setsWon: raw['sets_won'],
  setsLost: raw['sets_lost'],
  setsPerMatch: raw['avg_sets_per_match'],
  gamesWon: raw['games_won'],
  gamesLost: raw['games_lost'],
  gamesPerMatch: raw['avg_games_per_match'],
  titles: raw['titles'],
  finals: raw['finals'],
  semifinals: raw['semifinals'],
  bestRound: numberOf(raw['best_round']),
}));

const figuresOf = (raw: unknown) =>
  Object.fromEntries(
    Object.entries(object.parse(raw)).map(([metric, values]) => [
      metric,
      byTeam(values, (value) => Number.parseFloat(z.string().parse(value))),
    ]),
  );

/** The expected statistics of a match. */
export const matchStatsOf = maskable((raw) => ({
  matchId: raw['id'],
  match: figuresOf(raw['match']),
  sets: [1, 2, 3]
    .filter((number) => `set_${number}` in raw)
    .map((number) => ({ number, figures: figuresOf(raw[`set_${number}`]) })),
}));

const pointOf = (text: unknown) => {
  const [team_1, team_2] = String(text).split(':');
  return { team_1, team_2 };
};

const gameOf = (raw: Raw) => {
  const [team_1, team_2] = String(raw['game_score']).split('-').map(Number);
  return {
    number: raw['game_number'],
    before: { team_1, team_2 },
    points: z.array(z.unknown()).parse(raw['points']).map(pointOf),
    serving: knownOf(raw['serving']),
  };
};

const liveSetOf = (raw: Raw) => {
  const games = /^(\d)-(\d)(?:\((\d+)\))?$/.exec(String(raw['set_score']));
  return {
    number: raw['set_number'],
    score:
      games === null
        ? null
        : {
            team_1: Number(games[1]),
            team_2: Number(games[2]),
            tieBreak: games[3] === undefined ? null : Number(games[3]),
          },
    games: z.array(object).parse(raw['games']).map(gameOf),
  };
};

/** The expected points of a match. */
export const pointsOf = (raw: Raw) => ({
  matchId: raw['id'],
  status: raw['status'] ?? null,
  channel: raw['channel'],
  sets: z.array(object).parse(raw['sets']).map(liveSetOf),
});
