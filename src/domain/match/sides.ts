import { byTeam, opponentOf, TEAMS, type ByTeam, type Team } from '../terms.ts';
import type { LivePoints, LiveSet } from './live-points.ts';
import type { Match } from './match.ts';
import type { SetScore } from './score.ts';

/**
 * The service may exchange the sides of a match, before it or during play. What we have stored, told
 * and drawn speaks of `team_1` and `team_2` in a dozen places (score, points, server, chances, events of
 * old posts, cards, states of the past), and flipping all of them at once is more than one can keep
 * right. So a match keeps the sides under which it was first stored: whatever is observed of it is
 * turned that way on arrival, and nothing behind ever sees the exchange.
 *
 * A record tells its sides by its players. A frame has none: its sides are those of the latest record,
 * which `exchanged` keeps with the match.
 */

const exchange = <T>(sides: ByTeam<T>): ByTeam<T> => byTeam((team) => sides[opponentOf(team)]);

const exchangeSet = (set: SetScore): SetScore => ({ ...set, ...exchange(set) });

const exchangeTeam = (team: Team | null): Team | null => (team === null ? null : opponentOf(team));

/** Whether the players stand on the other sides; as before where nobody is on either. */
export const isExchanged = (match: Match, known: Match): boolean => {
  const shared = (other: (team: Team) => Team): number =>
    TEAMS.flatMap((team) =>
      match.teams[team].filter(({ id }) =>
        known.teams[other(team)].some((player) => player.id === id),
      ),
    ).length;
  const [same, crossed] = [shared((team) => team), shared(opponentOf)];
  return same === crossed ? known.exchanged === true : crossed > same;
};

/** Only a tie whose own teams are exchanged, too. */
const facingTie = ({ tie }: Match, known: Match): Pick<Match, 'tie'> => {
  const held = known.tie?.teams;
  if (tie === undefined) return {};
  const isCrossed =
    held !== undefined &&
    TEAMS.some((team) => tie.teams[team] !== null) &&
    TEAMS.every((team) => tie.teams[team] === held[opponentOf(team)]);
  if (!isCrossed || held.team_1 === held.team_2) return { tie };
  const { score, winner, ...rest } = tie;
  return {
    tie: {
      ...rest,
      teams: exchange(tie.teams),
      ...(score === undefined ? {} : { score: exchange(score) }),
      ...(winner === undefined ? {} : { winner: opponentOf(winner) }),
    },
  };
};

export const facing = (match: Match, known: Match): Match => {
  const turned = { ...match, ...facingTie(match, known) };
  if (!isExchanged(match, known)) return turned;
  const { teams, score, winner, seeds } = match;
  return {
    ...turned,
    exchanged: true,
    teams: exchange(teams),
    score: score?.map(exchangeSet) ?? null,
    winner: exchangeTeam(winner),
    ...(seeds === undefined ? {} : { seeds: exchange(seeds) }),
  };
};

/** The update of the other sides. */
export const exchangePoints = (update: LivePoints): LivePoints => ({
  ...update,
  sets: update.sets.map(({ number, score, games }) => ({
    number,
    score: score === null ? null : exchangeSet(score),
    games: games.map(({ serving, ...game }) => ({
      ...game,
      before: exchange(game.before),
      points: game.points.map(exchange),
      ...(serving === undefined ? {} : { serving: opponentOf(serving) }),
    })),
  })),
});

/** An update of the feed, turned to the sides of the stored match. */
export const facingPoints = (update: LivePoints, { exchanged }: Match): LivePoints =>
  exchanged === true ? exchangePoints(update) : update;

/** The side on which the service has a team of the stored match. */
export const serviceSide = ({ exchanged }: Match, team: Team): Team =>
  exchanged === true ? opponentOf(team) : team;

/** What a history says of one side alone, each with its place: `1.4 30:15`. */
const factsOf = (sets: readonly LiveSet[]): ReadonlySet<string> =>
  new Set(
    sets.flatMap(({ number, score, games }) => {
      const fact = (place: string, value: ByTeam<unknown>): string[] =>
        value.team_1 === value.team_2
          ? []
          : [`${number}.${place} ${String(value.team_1)}:${String(value.team_2)}`];
      return [
        ...(score === null ? [] : fact('score', score)),
        ...games.flatMap((game) => [
          ...fact(`${game.number} before`, game.before),
          ...game.points.flatMap((point) => fact(`${game.number}`, point)),
        ]),
      ];
    }),
  );

/** Whether an update repeats a known history with the sides exchanged, rather than as it is. */
export const isMirrored = (update: LivePoints, known: readonly LiveSet[]): boolean => {
  const held = factsOf(known);
  const repeated = ({ sets }: LivePoints): number =>
    [...factsOf(sets)].filter((fact) => held.has(fact)).length;
  return repeated(exchangePoints(update)) > repeated(update);
};
