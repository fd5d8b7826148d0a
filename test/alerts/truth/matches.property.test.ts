import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { aMatch } from '../../domain/feed.ts';
import { runs, seeded } from '../../runs.ts';
import { aPlayer } from '../../store/rows.ts';
import { pass } from '../stage.ts';
import { aStageOfEvenings, CHANNELS, letters, staleCards, today } from './evening.ts';
import { asMatch, aTruth, expectBoard, expectTruth } from './matches.ts';
import { aMatchStep } from './steps.ts';

it(
  'the last words of each channel are the truth, whatever was said, lost or repeated before',
  async () => {
    const { stage, service, nextEvening } = await aStageOfEvenings(aPlayer(1));
    await fc.assert(
      fc.asyncProperty(
        fc.array(aMatchStep, { minLength: 3, maxLength: 20 }),
        aTruth,
        fc.boolean(),
        async (steps, truth, isPushed) => {
          const evening = await nextEvening();
          const ending = `x${letters(evening)}x`;
          const match = aMatch({
            id: 1000 + evening,
            playedOn: today(),
            teams: {
              team_1: [
                { id: 1, name: `Ana Vega${ending}` },
                { id: 2, name: 'Eva Lamas' },
              ],
              team_2: [
                { id: 3, name: 'Lea Soria' },
                { id: 4, name: 'Mia Pinto' },
              ],
            },
          });
          const scene = { stage, service, match };
          service.says(match.id, match);
          await service.read(match.id);
          for (const step of steps) await step.play(scene);
          stage.discord.takes();
          service.answersIn(0);
          await pass(5 * MINUTE);
          service.says(match.id, asMatch(match, truth));
          if (isPushed) await service.push('match.updated', match.id);
          else await service.read(match.id);
          await pass(45 * MINUTE);
          for (const channel of Object.values(CHANNELS)) expectTruth(scene, channel, ending, truth);
          expect(await staleCards(stage)).toEqual([]);
          expectBoard(scene, ending, truth);
        },
      ),
      { numRuns: runs(10, 50), ...seeded(11) },
    );
  },
  HOUR,
);
