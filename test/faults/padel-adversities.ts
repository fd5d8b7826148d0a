import type { Adversity } from './adversity.ts';
import { NO_TROUBLE, type Trouble } from './http-proxy.ts';
import type { World } from './world.ts';

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

/**
 * Each endpoint of the data service, and all of them, failing in each way.
 * @param struck called for each request that meets a failure
 */
export const padelAdversities = (
  { trouble }: Pick<World, 'trouble'>,
  struck: () => void = () => undefined,
): readonly Adversity[] =>
  Object.values(ENDPOINTS).flatMap((endpoint) =>
    Object.values(TROUBLES).map((failure): Adversity => ({
      begin: () => {
        trouble.padel = ({ path }) => {
          if (!endpoint.test(path)) return NO_TROUBLE;
          struck();
          return failure;
        };
      },
      end: () => {
        trouble.padel = () => NO_TROUBLE;
      },
    })),
  );
