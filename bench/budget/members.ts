import type { PadelApi } from '#src/padel-api/client.ts';
import { PER_PAGE } from '#src/padel-api/request/pages.ts';
import {
  pickFrom,
  pickWeighted,
  wholeBetween,
  type Random,
} from '#sandbox/padel-service/world/random.ts';
import { PLAYERS } from './wire.ts';
import type { World } from './world.ts';

/** The commands of members, in percent. */
const KINDS = [
  ['player', 24],
  ['h2h', 18],
  ['simulate', 12],
  ['player stats', 8],
  ['schedule', 10],
  ['ranking', 8],
  ['live', 20],
] as const;

type Kind = (typeof KINDS)[number][0];

/** A few players are requested often, most rarely (Zipf). */
const somebody = (random: Random): number => {
  const total = Math.log(PLAYERS) + 0.577;
  return Math.min(PLAYERS, Math.max(1, Math.ceil(Math.exp(random() * total) - 0.5)));
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** Rivals are close in the ranking. */
const rivals = (random: Random) => {
  const one = somebody(random);
  const two = one + wholeBetween(random, 1, 4);
  return { team_1: [one], team_2: [two] };
};

const QUESTIONS: Readonly<
  Record<Kind, (api: PadelApi, random: Random, world: World) => Promise<unknown>>
> = {
  player: (api, random) => api.player(somebody(random)),
  h2h: (api, random) => api.head2Head(rivals(random)),
  // As with a service without ratings: with them, chances need no request.
  simulate: (api, random) => api.simulate(rivals(random)),
  'player stats': (api, random) => api.playerStats(somebody(random)),
  schedule: (api, random, { tournaments }) =>
    api.tournamentMatches(pickFrom(random, tournaments).id, {
      playedAt: today(),
      perPage: PER_PAGE,
    }),
  ranking: (api, random) =>
    api.players({ sortBy: 'ranking', page: Math.ceil(somebody(random) / 25), perPage: 25 }),
  // Live matches are answered from stored state: no request.
  live: () => Promise.resolve(),
};

/** Runs one member's command. @throws what the service's client throws */
export const askSomething = (api: PadelApi, random: Random, world: World): Promise<unknown> =>
  QUESTIONS[pickWeighted(random, KINDS)](api, random, world);
