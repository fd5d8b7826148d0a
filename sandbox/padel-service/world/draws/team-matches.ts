import type { ByTeam, Instant } from '../../../../src/domain/terms.ts';
import { contest } from './contest.ts';
import { matchId } from '../records/match-ids.ts';
import type { Match, Pair, Player, Tournament } from '../model.ts';
import { drawnAt } from '../schedule/schedule.ts';
import { playTeamDraw, type PlayedTie } from './team-draw.ts';
import { nationalTeams, NATIONS } from './team-event.ts';
import { scheduleTies } from './team-schedule.ts';

const RUBBERS = 3;

/**
 * All matches of a team event. Neither ranking nor ratings know them.
 * @param matches those of the tournaments around it, which keep some players away
 * @param eloAt a player's rating at an instant
 * @param leadAt how much higher the first pair is rated
 */
export const teamMatches = (
  seed: number,
  tournament: Tournament,
  {
    people,
    matches,
    eloAt,
    leadAt,
  }: {
    readonly people: readonly Player[];
    readonly matches: readonly Match[];
    readonly eloAt: (player: Player, at: Instant) => number;
    readonly leadAt: (teams: ByTeam<Pair>, at: Instant) => number;
  },
): readonly Match[] => {
  const { id: event, rule } = tournament;
  const drawn = drawnAt(tournament);
  const ties: PlayedTie[] = [];
  for (const category of ['women', 'men'] as const) {
    const eloOf = (player: Player): number => eloAt(player, drawn);
    const nations = nationalTeams(tournament, category, people, matches, eloOf);
    if (nations.length < NATIONS) continue;
    ties.push(
      ...playTeamDraw(nations, {
        category,
        firstTie: ties.length,
        fixtureOf(tie, rubber, round, index) {
          const id = matchId(event, tie * RUBBERS + rubber);
          return { id, category, round, index, rule, seed: `${seed}/match/${id}` };
        },
        decide: (fixture, teams) => contest(fixture, teams, leadAt(teams, drawn)),
      }),
    );
  }
  return scheduleTies(tournament, ties);
};
