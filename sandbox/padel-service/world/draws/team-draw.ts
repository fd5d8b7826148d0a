import {
  opponentOf,
  type ByTeam,
  type Category,
  type Round,
  type Team,
} from '../../../../src/domain/terms.ts';
import type { Fixture } from './contest.ts';
import type { Contest, Pair, Tie } from '../model.ts';
import type { NationalTeam } from './team-event.ts';

/** A meeting of two nations with all its rubbers, the third one even where it is not played. */
export interface PlayedTie {
  readonly id: number;
  readonly category: Category;
  readonly draw: Tie['draw'];
  readonly group: string | null;
  readonly round: Round;
  /** Its place in the round of its draw. */
  readonly index: number;
  /** Which day of the event it is on, from 0. */
  readonly day: number;
  readonly teams: ByTeam<NationalTeam>;
  readonly winner: Team;
  readonly rubbers: readonly Contest[];
  /** The ties that decide who plays it. */
  readonly after: readonly PlayedTie[];
}

/** What a tie is before it is played. */
type Meeting = Omit<PlayedTie, 'id' | 'category' | 'winner' | 'rubbers'>;

/** Who meets whom on the three days of a group of four. */
const ROUND_ROBIN = [
  [
    [0, 1],
    [2, 3],
  ],
  [
    [0, 2],
    [1, 3],
  ],
  [
    [0, 3],
    [1, 2],
  ],
] as const;

/** Places in the table of strength by group. */
const GROUPS = { A: [0, 3, 4, 7], B: [1, 2, 5, 6] } as const;

/** The round in which group matches are kept; it is shown as 0. */
const GROUP_ROUND = 8;

const RUBBERS = 3;

/** What plays the ties of a category. */
interface Play {
  readonly category: Category;
  /** The place of the first tie among those of the event. */
  readonly firstTie: number;
  readonly fixtureOf: (tie: number, rubber: number, round: Round, index: number) => Fixture;
  readonly decide: (fixture: Fixture, teams: ByTeam<Pair>) => Contest;
}

/** A dead rubber; it is listed without a winner. */
const notPlayed = (
  { rule: _, ...fixture }: Fixture,
  teams: ByTeam<Pair>,
  winner: Team,
): Contest => ({
  ...fixture,
  ...{ teams, winner, outcome: 'not_played', edge: 0, sets: [], points: 0, duration: 0 },
});

const playTie = (id: number, meeting: Meeting, play: Play): PlayedTie => {
  const { teams, round, index } = meeting;
  const rubbers: Contest[] = [];
  const wins = { team_1: 0, team_2: 0 };
  const leader = (): Team => (wins.team_1 > wins.team_2 ? 'team_1' : 'team_2');
  for (let rubber = 0; rubber < RUBBERS; rubber += 1) {
    const fixture = play.fixtureOf(id, rubber, round, index);
    const [one, two] = [teams.team_1.pairs[rubber], teams.team_2.pairs[rubber]];
    if (!one || !two) continue;
    const pairs = { team_1: one, team_2: two };
    if (Math.max(wins.team_1, wins.team_2) === 2) {
      rubbers.push(notPlayed(fixture, pairs, leader()));
      continue;
    }
    const contest = play.decide(fixture, pairs);
    wins[contest.winner] += 1;
    rubbers.push(contest);
  }
  return { ...meeting, id, category: play.category, winner: leader(), rubbers };
};

const winnerOf = ({ teams, winner }: PlayedTie): NationalTeam => teams[winner];
const loserOf = ({ teams, winner }: PlayedTie): NationalTeam => teams[opponentOf(winner)];

/** A group's nations by ties won, then rubbers won, then strength. */
const tableOf = (
  nations: readonly NationalTeam[],
  ties: readonly PlayedTie[],
): readonly NationalTeam[] => {
  const tiesOf = (nation: NationalTeam): number =>
    ties.filter((tie) => winnerOf(tie) === nation).length;
  const rubbersOf = (nation: NationalTeam): number =>
    ties
      .flatMap(({ teams, rubbers }) => rubbers.map((rubber) => ({ teams, rubber })))
      .filter(({ rubber }) => rubber.outcome !== 'not_played')
      .filter(({ teams, rubber }) => teams[rubber.winner] === nation).length;
  return nations.toSorted((a, b) => tiesOf(b) - tiesOf(a) || rubbersOf(b) - rubbersOf(a));
};

/**
 * Plays a category of the event: two groups of four, then the knockout of all eight, and for the
 * losers the ties for the places.
 * @param nations eight, the strongest first
 */
export const playTeamDraw = (
  nations: readonly NationalTeam[],
  play: Play,
): readonly PlayedTie[] => {
  const played: PlayedTie[] = [];
  const meet = (meeting: Meeting): PlayedTie => {
    const tie = playTie(play.firstTie + played.length, meeting, play);
    played.push(tie);
    return tie;
  };

  const tables = (['A', 'B'] as const).map((group, number) => {
    const own = GROUPS[group].flatMap((place) => nations[place] ?? []);
    const ties = ROUND_ROBIN.flatMap((meetings, day) =>
      meetings.flatMap(([one, two], position) => {
        const [team_1, team_2] = [own[one], own[two]];
        if (!team_1 || !team_2) return [];
        const index = number * 6 + day * 2 + position;
        const stage = { draw: 'group', group, round: GROUP_ROUND, index, day } as const;
        return [meet({ ...stage, teams: { team_1, team_2 }, after: [] })];
      }),
    );
    return tableOf(own, ties);
  });
  const groups = [...played];

  const knockout = (
    stage: Pick<Meeting, 'draw' | 'round' | 'index' | 'day'>,
    sides: readonly [NationalTeam | undefined, NationalTeam | undefined],
    after: readonly PlayedTie[],
  ): readonly PlayedTie[] => {
    const [team_1, team_2] = sides;
    if (!team_1 || !team_2) return [];
    return [meet({ ...stage, group: null, teams: { team_1, team_2 }, after })];
  };
  const [a, b] = [tables[0] ?? [], tables[1] ?? []];
  const main = { draw: 'main' } as const;
  const placement = { draw: 'placement' } as const;

  const quarterfinals = [
    [a[0], b[3]] as const,
    [b[1], a[2]] as const,
    [a[1], b[2]] as const,
    [b[0], a[3]] as const,
  ].flatMap((sides, index) => knockout({ ...main, round: 4, index, day: 3 }, sides, groups));

  const halves = [quarterfinals.slice(0, 2), quarterfinals.slice(2)];
  const nextOf = (
    ties: readonly PlayedTie[],
    who: (tie: PlayedTie) => NationalTeam,
    stage: Pick<Meeting, 'draw' | 'round' | 'index' | 'day'>,
  ): readonly PlayedTie[] => {
    const [one, two] = ties;
    return knockout(stage, [one && who(one), two && who(two)], ties);
  };
  const semifinals = halves.flatMap((ties, index) =>
    nextOf(ties, winnerOf, { ...main, round: 2, index, day: 4 }),
  );
  const lower = halves.flatMap((ties, index) =>
    nextOf(ties, loserOf, { ...placement, round: 2, index, day: 4 }),
  );
  nextOf(semifinals, loserOf, { ...placement, round: 1, index: 0, day: 5 });
  nextOf(lower, winnerOf, { ...placement, round: 1, index: 1, day: 5 });
  nextOf(lower, loserOf, { ...placement, round: 1, index: 2, day: 5 });
  nextOf(semifinals, winnerOf, { ...main, round: 1, index: 0, day: 6 });
  return played;
};
