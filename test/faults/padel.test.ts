import { afterEach, expect, it } from 'vitest';
import { randomFrom } from '#src/sandbox/padel-service/world/random.ts';
import { suffer, type Adversity } from './adversity.ts';
import { again, SEED } from './again.ts';
import { NO_TROUBLE, type Trouble } from './http-proxy.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

const SECOND = 1_000;

/** What the bot asks while matches are played. */
const ENDPOINTS = {
  'the live list': /^\/api\/live/,
  'a match': /^\/api\/matches\/\d+(\/|$)/,
  'the schedule': /^\/api\/tournaments\/\d+\/matches/,
  'the tournaments': /^\/api\/tournaments(\?|$)/,
  everything: /^\/api\//,
} as const;

const HALF = (body: string): string => body.slice(0, body.length / 2);

/** The right words with the wrong meaning: lists where objects were, text where numbers were. */
const MEANINGLESS = (body: string): string =>
  body.replaceAll(/:(\d+)/g, ':"many"').replaceAll('{"id"', '[{"id"');

const TROUBLES: Readonly<Record<string, Trouble>> = {
  down: { kind: 'reset' },
  slow: { kind: 'unanswered' },
  'failing with 500': { kind: 'answer', status: 500, body: '{"message":"Server Error"}' },
  'busy with 429': { kind: 'answer', status: 429, body: '{"message":"Too Many Attempts."}' },
  'cut short': { kind: 'altered', alter: HALF },
  meaningless: { kind: 'altered', alter: MEANINGLESS },
};

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('tells everything once, though the data service fails in every way', async () => {
  evening = await openVirtualEvening();
  const { world, time } = evening;
  await evening.start();
  await time.pass(60 * SECOND);
  let struck = 0;
  const adversities = Object.values(ENDPOINTS).flatMap((endpoint) =>
    Object.values(TROUBLES).map((trouble): Adversity => ({
      begin: () => {
        world.trouble.padel = ({ path }) => {
          if (!endpoint.test(path)) return NO_TROUBLE;
          struck += 1;
          return trouble;
        };
      },
      end: () => {
        world.trouble.padel = () => NO_TROUBLE;
      },
    })),
  );
  await suffer(time, randomFrom(SEED, 'padel'), adversities, {
    lasts: 75 * SECOND,
    rests: 15 * SECOND,
  });
  const verdict = await evening.end();
  expect(verdict, again('padel.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  expect(struck).toBeGreaterThan(adversities.length);
  await noteRow('padel', struck, verdict);
}, 900_000);
