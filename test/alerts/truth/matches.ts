import fc from 'fast-check';
import { expect } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { opponentOf, type Team } from '#src/domain/terms.ts';
import { sets } from '../../domain/written.ts';
import { boardLines, saidIn, type Said } from './evening.ts';
import type { Scene } from './steps.ts';

/** How a match really ended, and its score as the first team reads it. */
export interface Truth {
  readonly status: 'finished' | 'retired' | 'walkover';
  readonly score: string;
  readonly winner: Team;
}

export const aTruth: fc.Arbitrary<Truth> = fc.constantFrom<Truth>(
  { status: 'finished', score: '6-0 6-4', winner: 'team_1' },
  { status: 'finished', score: '6-4 5-7 0-6', winner: 'team_2' },
  { status: 'finished', score: '7-6(5) 4-6 7-5', winner: 'team_1' },
  { status: 'retired', score: '6-4 2-1', winner: 'team_2' },
  { status: 'walkover', score: '', winner: 'team_1' },
);

export const asMatch = (match: Match, { status, score, winner }: Truth): Match => ({
  ...match,
  status,
  winner,
  score: status === 'walkover' ? null : sets(score),
  duration: status === 'walkover' ? null : 84,
});

const turned = (score: string): string =>
  score.replaceAll(/(\d)-(\d)/g, (_set, first: string, second: string) => `${second}-${first}`);

/** `4-6 7-5`: the score as its winner reads it. */
const scoreFor = (team: Team, score: string): string => (team === 'team_1' ? score : turned(score));

/** The surnames of the teams. */
export type Names = Readonly<Record<Team, string>>;

export const NAMES: Names = { team_1: 'Vega / Lamas', team_2: 'Soria / Pinto' };

/** The sentence of a result. */
export const resultWords = ({ status, score, winner }: Truth, names = NAMES): string => {
  const [won, lost] = [names[winner], names[opponentOf(winner)]];
  const seen = scoreFor(winner, score);
  if (status === 'walkover') return `**${won}** win by walkover: ${lost} did not play`;
  return status === 'retired'
    ? `**${won}** win: ${seen} when ${lost} retired`
    : `**${won}** beat ${lost} ${seen}`;
};

/** The sentences of its sets that were played to their end, by number. */
const setWords = ({ score, status }: Truth, names: Names): ReadonlyMap<string, string> => {
  const played = score.split(' ').filter((set) => status === 'finished' || /[67]/.test(set));
  return new Map(
    played.map((set, index) => {
      const [first = '', second = ''] = set.split(/\D/);
      const winner = first > second ? 'team_1' : 'team_2';
      const [won, lost] = [names[winner], names[opponentOf(winner)]];
      const said = `against ${lost}, ${scoreFor(winner, set)}`;
      return [String(index + 1), `Set ${index + 1} to **${won}** ${said}.`];
    }),
  );
};

const textsOf = (said: readonly Said[], kind: string): readonly string[] =>
  said.filter((each) => each.kind === kind).map(({ text }) => text);

/** Nothing about a match is told twice, and what stands in the channel about its way there is true. */
export const expectTrueWay = (said: readonly Said[], truth: Truth, names = NAMES): void => {
  const starts = [...textsOf(said, 'start'), ...textsOf(said, 'card')];
  expect(starts.length).toBeLessThan(2);
  for (const start of starts) expect(start).toContain(resultWords(truth, names));
  const words = setWords(truth, names);
  const told = textsOf(said, 'set').map(
    (text) => [/Set (\d)/.exec(text)?.[1] ?? '', text] as const,
  );
  expect(new Set(told.map(([number]) => number)).size).toBe(told.length);
  for (const [number, text] of told) {
    expect(text.replace(/ \([\dhmin ]+\)/, '')).toBe(
      words.get(number) ??
        `Set ${number} of **${names.team_1}** – **${names.team_2}** was not completed.`,
    );
  }
  const corrections = textsOf(said, 'correction');
  const now = (text: string): string => /Correction: (.*?)\. Previously/.exec(text)?.[1] ?? text;
  const [last] = corrections.slice(-1);
  // What was withdrawn is followed by a result of its own.
  if (last !== undefined && !last.includes(' is played after all')) {
    // A correction that had no score is true where it names the winner: the result itself gets the score.
    const isWhole = /\d-\d/.test(now(last)) || truth.status === 'walkover';
    expect(now(last)).toContain(
      isWhole ? resultWords(truth, names) : `**${names[truth.winner]}** `,
    );
  }
  expect(corrections.filter((text, index) => text === corrections[index - 1])).toEqual([]);
};

/** What a channel and the board say at last of a match of pairs. */
export const expectTruth = ({ stage }: Scene, channel: number, ending: string, truth: Truth) => {
  const said = saidIn(stage, channel, ending);
  expect(textsOf(said, 'result')).toEqual([`${resultWords(truth)}.`]);
  // What is told after the result is only how it was wrong before.
  const kinds = said.map(({ kind }) => kind);
  expect(kinds.slice(kinds.indexOf('result') + 1)).not.toContain('set');
  expectTrueWay(said, truth);
};

export const expectBoard = ({ stage }: Scene, ending: string, truth: Truth): void => {
  const names = Object.entries(NAMES).map(([team, name]) =>
    team === truth.winner ? `**${name}**` : name,
  );
  const outcome = {
    finished: truth.score,
    retired: `${truth.score} (retired)`,
    walkover: 'walkover',
  };
  expect(boardLines(stage, ending)).toEqual([`${outcome[truth.status]} · ${names.join(' – ')}`]);
};
