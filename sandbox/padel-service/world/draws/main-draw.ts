import type { ByTeam, Category } from '../../../../src/domain/terms.ts';
import { bye, type Fixture } from './contest.ts';
import { bracketSize, drawBracket, roundsOf } from './draw.ts';
import type { Contest, Pair, Tournament } from '../model.ts';
import { randomFrom } from '../random.ts';

/** What a draw needs to be played. */
export interface DrawInput {
  /** The world's seed. */
  readonly seed: number;
  readonly tournament: Tournament;
  readonly category: Category;
  /** The pairs, the best first. */
  readonly entries: readonly Pair[];
  /** Id of its first contest; the others follow. */
  readonly firstId: number;
  /** Decides a match between two pairs. */
  readonly decide: (fixture: Fixture, teams: ByTeam<Pair>) => Contest;
  /** Receives each contest before the next one is played. */
  readonly onContest: (contest: Contest) => void;
}

/** Draws and plays a whole draw, round by round. */
export const playDraw = (input: DrawInput): Contest[] => {
  const { seed, tournament, category, entries, firstId, decide, onContest } = input;
  const { rule } = tournament;
  const contests: Contest[] = [];
  const seeded = entries.slice(0, bracketSize(entries.length) / 4);
  const seedOf = (pair: Pair | null): string | null =>
    pair !== null && seeded.includes(pair) ? String(seeded.indexOf(pair) + 1) : null;
  let slots = drawBracket(randomFrom(seed, 'draw', tournament.id, category), entries);

  for (const round of roundsOf(entries.length)) {
    slots = Array.from({ length: round }, (_, index) => {
      const [one, two] = [slots[index * 2] ?? null, slots[index * 2 + 1] ?? null];
      const present = one ?? two;
      if (present === null) return null;
      const id = firstId + contests.length;
      const seeds = { team_1: seedOf(one ?? present), team_2: seedOf(one && two) };
      const fixture = { id, category, round, index, rule, seeds, seed: `${seed}/match/${id}` };
      const result =
        one && two ? decide(fixture, { team_1: one, team_2: two }) : bye(fixture, present);
      contests.push(result);
      onContest(result);
      return result.teams[result.winner];
    });
  }
  return contests;
};
