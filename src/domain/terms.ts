/**
 * The door of the domain: the words of padel and of its data service, as this code uses them.
 *
 * - **team**: one side of a match, two players (`team_1`, `team_2`; the service's words). Which
 *   team is "1" carries no meaning beyond the order in which scores are written.
 * - **pair**: two players who play together. Pairs part and form anew during a season; a player
 *   stays the same person.
 * - **point, game, set, match**: as in tennis; best of three sets, a set to six games with two
 *   clear, a tie-break at 6-6.
 * - **deciding point**: the point after which a game is over whoever wins it (golden point at the
 *   first 40:40 until 2025, star point at the third 40:40 since 2026).
 * - **order of play**: matches have no fixed time; they follow one another on a court.
 * - **live card**: the one message per match and channel that is edited while the match is on.
 * - **post**: a message that is sent once: a start, a set, a result.
 * - **follow**: a wish to be told about a target (player, pair, tournament, match, category, level);
 *   of a channel, or of a member under that channel's alerts.
 * - **state, revision**: what we hold to be true about a match; the revision grows by one with
 *   every change of it.
 * - **observation**: one thing a source (push, poll, read) said about a match.
 */

/** A team of a match, in the service's words. */
export type Team = 'team_1' | 'team_2';

export const TEAMS = ['team_1', 'team_2'] as const satisfies readonly Team[];

/** One value for each team. */
export type ByTeam<T> = Readonly<Record<Team, T>>;

/** The team on the other side of the net. */
export const opponentOf = (team: Team): Team => (team === 'team_1' ? 'team_2' : 'team_1');

/** Builds one value for each team. */
export const byTeam = <T>(valueOf: (team: Team) => T): ByTeam<T> => ({
  team_1: valueOf('team_1'),
  team_2: valueOf('team_2'),
});

export type Category = 'men' | 'women';

export const CATEGORIES = ['men', 'women'] as const satisfies readonly Category[];

/** Rounds by the number of matches in them: 1 is the final (specification, "Round values"). */
export const ROUNDS = [1, 2, 4, 8, 16, 32] as const;

export type Round = (typeof ROUNDS)[number];

/** Instants are integer milliseconds since 1970, UTC. */
export type Instant = number;
