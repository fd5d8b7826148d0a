import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { opponentOf, type ByTeam, type Team } from '#src/domain/terms.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { aRubber } from '../../domain/team-event.ts';
import { runs, seeded } from '../../runs.ts';
import { pass } from '../stage.ts';
import { aStageOfEvenings, CHANNELS, letters, saidIn, staleCards, today } from './evening.ts';
import { asMatch, aTruth, expectTrueWay, resultWords, type Names, type Truth } from './matches.ts';
import { aMatchStep } from './steps.ts';

const NATIONS: Names = { team_1: 'Argentina', team_2: 'Italy' };
const ORDINALS = ['First', 'Second', 'Third'];

const namesOf = (rubber: number): Names => ({
  team_1: `Vega${rubber} / Lamas${rubber}`,
  team_2: `Soria${rubber} / Pinto${rubber}`,
});

const rubberOf = (evening: number, rubber: number, ending: string): Match => {
  const match = aRubber(rubber, { id: 1000 + 3 * evening + rubber, slot: evening });
  const [first, ...others] = match.teams.team_1;
  if (first === undefined) throw new Error('a rubber has players');
  const team_1 = [{ ...first, name: `${first.name}${ending}` }, ...others];
  return { ...match, playedOn: today(), teams: { ...match.teams, team_1 } };
};

const wonBy = (truths: readonly Truth[]): ByTeam<number> => {
  const won = (team: Team): number => truths.filter(({ winner }) => winner === team).length;
  return { team_1: won('team_1'), team_2: won('team_2') };
};

/** What a result may say of its tie: how it stood once, or stands. */
const standings = (truths: readonly Truth[]): ReadonlySet<string> => {
  const most = wonBy(truths);
  const said = new Set(['']);
  for (let first = 0; first <= most.team_1; first += 1) {
    for (let second = 0; second <= most.team_2; second += 1) {
      const score = { team_1: first, team_2: second };
      const leader: Team = first > second ? 'team_1' : 'team_2';
      const text = `${score[leader]}-${score[opponentOf(leader)]}`;
      const verb = score[leader] === 2 ? 'win the tie' : 'lead';
      said.add(
        first === second ? ` The tie is level at ${text}.` : ` ${NATIONS[leader]} ${verb} ${text}.`,
      );
    }
  }
  return said;
};

/** The two or three rubbers that are played. */
const someTruths = fc
  .tuple(aTruth, aTruth, aTruth)
  .map(([first, second, third]) =>
    first.winner === second.winner ? [first, second] : [first, second, third],
  );

/** Each rubber is told once, with the tie or by itself; who wins the tie is told, and nobody else. */
const expectResults = (texts: readonly string[], truths: readonly Truth[]) => {
  const score = wonBy(truths);
  const winner = score.team_1 === 2 ? 'team_1' : 'team_2';
  const count = `${score[winner]}-${score[opponentOf(winner)]}`;
  const title = `**${NATIONS[winner]}** beat ${NATIONS[opponentOf(winner)]} ${count}. `;
  const possible = standings(truths);
  const told = texts.map((text) => {
    const own = text.startsWith(title) ? text.slice(title.length) : text;
    const index = truths.findIndex((truth, each) =>
      own.includes(resultWords(truth, namesOf(each + 1))),
    );
    const truth = truths[index];
    if (truth === undefined) return `never: ${text}`;
    const words = resultWords(truth, namesOf(index + 1));
    if (text !== own) {
      expect(own).toBe(`${ORDINALS[index]} rubber: ${words}.`);
      return `${index + 1}`;
    }
    const standing = own.slice(words.length + 1);
    expect(own).toBe(`${words}.${standing}`);
    expect(possible).toContain(standing);
    return `${index + 1}`;
  });
  expect(told.toSorted()).toEqual(truths.map((_truth, index) => `${index + 1}`));
  const tellsTie = texts.filter((text) => text.startsWith(title) || text.includes(' win the tie '));
  expect(tellsTie.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.startsWith(title)).length).toBeLessThan(2);
};

it(
  'the last words about a tie are the truth, in whatever order its rubbers were told',
  async () => {
    const target = { kind: 'tournament', id: 7 } as const;
    const { stage, service, nextEvening } = await aStageOfEvenings(target);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2 }), aMatchStep), { minLength: 3, maxLength: 20 }),
        someTruths,
        async (steps, truths) => {
          const evening = await nextEvening();
          const ending = `x${letters(evening)}x`;
          const rubbers = [1, 2, 3].map((rubber) => rubberOf(evening, rubber, ending));
          for (const match of rubbers) {
            service.says(match.id, match);
            await service.read(match.id);
          }
          for (const [which, step] of steps) {
            const match = rubbers[which % truths.length];
            if (match !== undefined) await step.play({ stage, service, match });
          }
          stage.discord.takes();
          service.answersIn(0);
          await pass(5 * MINUTE);
          for (const [index, match] of rubbers.entries()) {
            const truth = truths[index];
            const last =
              truth === undefined ? { ...match, status: 'not_played' } : asMatch(match, truth);
            service.says(match.id, last);
            await service.read(match.id);
            await pass(MINUTE);
          }
          await pass(45 * MINUTE);
          for (const channel of Object.values(CHANNELS)) {
            const said = saidIn(stage, channel, ending);
            const results = said.filter(({ kind }) => kind === 'result').map(({ text }) => text);
            expectResults(results, truths);
            for (const [index, truth] of truths.entries()) {
              const names = namesOf(index + 1);
              const own = said.filter(({ text }) => text.includes(names.team_1));
              expectTrueWay(own, truth, names);
            }
          }
          expect(await staleCards(stage)).toEqual([]);
        },
      ),
      { numRuns: runs(10, 50), ...seeded(12) },
    );
  },
  HOUR,
);
