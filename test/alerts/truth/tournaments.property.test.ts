import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelTarget } from '#src/domain/alerts/follows.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { WEBHOOK_EVENTS } from '#src/domain/webhook.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { aMatch } from '../../domain/feed.ts';
import { aTournament } from '../../render/held.ts';
import { runs, seeded } from '../../runs.ts';
import { pass } from '../stage.ts';
import { aStageOfEvenings, CHANNELS, letters, saidIn, triedIn, type Said } from './evening.ts';
import { aKind, TROUBLES, type Scene } from './steps.ts';

/** What the calendar says of a tournament; its dates and place are the others of a list. */
const aListing = fc.record({
  status: fc.constantFrom('pending', 'live', 'cancelled', 'postponed', 'deleted'),
  endDate: fc.constantFrom('2026-06-07', '2026-06-08', '2026-06-09'),
  location: fc.constantFrom('Madrid', 'Madrid', 'Lyon'),
});

type Listing = typeof aListing extends fc.Arbitrary<infer Listed> ? Listed : never;

const SENTENCES: Readonly<Record<string, RegExp>> = {
  pending: /new dates|moves to|takes place after all|starts/,
  live: /starts|new dates|moves to|takes place after all/,
  cancelled: /is cancelled/,
  postponed: /is postponed/,
  deleted: /no longer on the calendar/,
};

const isOff = ({ status }: Listing): boolean => status !== 'pending' && status !== 'live';

/** What a channel says at last of a tournament that was first read as `listed`. */
const expectTruth = (
  said: readonly Said[],
  tried: readonly string[],
  listed: Listing,
  truth: Listing,
): void => {
  const texts = said.map(({ text }) => text);
  // A sentence is repeated only where another was tried in between: without an answer it may stand there.
  const turns = tried.filter((text, index) => text !== tried[index - 1]);
  let turn = 0;
  for (const text of texts) {
    const next = turns.indexOf(text, turn);
    expect(next, `${text} in ${turns.join()}`).toBeGreaterThanOrEqual(turn);
    turn = next + 1;
  }
  const [last] = texts.slice(-1);
  if (last === undefined) {
    // Nothing to tell: it is as it was, or not in play after all, of which nobody was told.
    expect([truth.status, 'pending']).toContain(
      listed.status === 'live' ? truth.status : 'pending',
    );
    expect([isOff(truth), truth.endDate]).toEqual([false, listed.endDate]);
    return;
  }
  expect(last).toMatch(SENTENCES[truth.status] ?? /never/);
  if (!isOff(truth)) expect(last).toMatch(new RegExp(`–\\s${truth.endDate.slice(-1)},`));
};

it(
  'the last words about a tournament are the truth, however often it was called off and on again',
  async () => {
    const level = levelTarget('p1');
    const { stage, service, nextEvening } = await aStageOfEvenings(level);
    let tournament: Tournament = aTournament();
    const list = async (listed: Listing): Promise<void> => {
      service.lists({ ...tournament, ...listed });
      await service.readCalendar();
      // Two reads are never of the same moment.
      await pass(SECOND);
    };
    const aReadCalendar = aKind('calendar', aListing, (_scene: Scene, listed) => list(listed));
    const events = WEBHOOK_EVENTS.filter((event) => event.startsWith('tournament.'));
    const aWebhook = aKind(
      'webhook',
      fc.record({ event: fc.constantFrom(...events), listed: aListing }),
      async (_scene, { event, listed }) => {
        service.lists({ ...tournament, ...listed });
        await service.push(event, tournament.id);
        await pass(SECOND);
      },
    );
    const aStep = fc.oneof(
      { weight: 6, arbitrary: aReadCalendar },
      { weight: 3, arbitrary: aWebhook },
      ...TROUBLES,
    );
    await fc.assert(
      fc.asyncProperty(
        aListing.filter((listed) => !isOff(listed)),
        fc.array(aStep, { minLength: 2, maxLength: 12 }),
        aListing,
        async (first, steps, truth) => {
          const evening = await nextEvening();
          const ending = `x${letters(evening)}x`;
          tournament = { ...aTournament(`Madrid${ending} P1`), id: 1000 + evening };
          await list(first);
          for (const step of steps) await step.play({ stage, service, match: aMatch() });
          stage.discord.takes();
          await pass(5 * MINUTE);
          await list(truth);
          await pass(45 * MINUTE);
          for (const channel of [CHANNELS.all, CHANNELS.delayed])
            expectTruth(
              saidIn(stage, channel, ending),
              triedIn(stage, channel, ending),
              first,
              truth,
            );
        },
      ),
      { numRuns: runs(10, 50), ...seeded(13) },
    );
  },
  HOUR,
);
