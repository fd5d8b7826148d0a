/**
 * Glossary: the words of padel, of its data service and of this bot, as the code uses them.
 *
 * - **team**: one side of a match, two players (`team_1`, `team_2`; the service's words). The
 *   number only gives the order in which scores are written.
 * - **pair**: two players who play together. Pairs change during a season; a player stays the same
 *   person.
 * - **point, game, set, match**: as in tennis; best of three sets, a set to six games with a lead
 *   of two, a tie-break at 6-6.
 * - **deciding point**: the next point ends the game for either team (golden point at the first
 *   40:40, star point at the third; which tour plays what is in match/deuce-rule.ts).
 * - **tie, rubber**: in team events two teams meet in a tie of up to three matches, its rubbers.
 * - **order of play**: matches have no fixed time; they follow one another on a court.
 * - **watchability**: the service's figure, 0 to 100, for how interesting a match is.
 * - **alert**: what a channel can receive about matches, tournaments and rankings; its types are in
 *   alerts/alert-types.ts.
 * - **live card**: the one message per match and channel that is edited while the match is in play.
 * - **post**: a message that is sent once: a start, a set, a result.
 * - **daily digest, quiet-hours digest**: the post with the day's matches; the post with what was
 *   held back during quiet hours.
 * - **follow**: a subscription to alerts about a target (player, pair, tournament, match, category,
 *   level, country, team), by a channel or by a member in that channel.
 * - **state, revision**: the stored truth about a match; each change increments the revision.
 * - **observation**: one report about a match by a source (push, poll, read).
 */

/** A team of a match, in the service's words. */
export type Team = 'team_1' | 'team_2';

export const TEAMS = ['team_1', 'team_2'] as const satisfies readonly Team[];

export type ByTeam<T> = Readonly<Record<Team, T>>;

export const opponentOf = (team: Team): Team => (team === 'team_1' ? 'team_2' : 'team_1');

export const byTeam = <T>(valueOf: (team: Team) => T): ByTeam<T> => ({
  team_1: valueOf('team_1'),
  team_2: valueOf('team_2'),
});

export const NONE: ByTeam<number> = { team_1: 0, team_2: 0 };

export const sumOf = ({ team_1, team_2 }: ByTeam<number>): number => team_1 + team_2;

export type Category = 'men' | 'women';

export const CATEGORIES = ['men', 'women'] as const satisfies readonly Category[];

/** Rounds by the number of matches in them: 1 is the final (specification, "Round values"). */
export const ROUNDS = [1, 2, 4, 8, 16, 32] as const;

export type Round = (typeof ROUNDS)[number];

/** Instants are integer milliseconds since 1970, UTC. */
export type Instant = number;
