import type { Adversity } from './adversity.ts';
import { NO_TROUBLE, type Trouble } from './http-proxy.ts';
import type { World } from './world.ts';

/** The endpoints that the bot requests while matches are played. */
const ENDPOINTS = {
  'the live list': /^\/api\/live/,
  'a match': /^\/api\/matches\/\d+(\/|$)/,
  'the schedule': /^\/api\/tournaments\/\d+\/matches/,
  'the tournaments': /^\/api\/tournaments(\?|$)/,
  everything: /^\/api\//,
} as const;

const HALF = (body: string): string => body.slice(0, body.length / 2);

/** Valid JSON with wrong types: lists instead of objects, strings instead of numbers. */
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
 * Every failure for each endpoint of the data service, and for all of them together.
 * @param struck called for each request that fails
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
