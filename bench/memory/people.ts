import { z } from 'zod';
import type { Answer, RunRequest } from '#sandbox/discord/control-contract.ts';
import type { Demo } from '#sandbox/demo/world.ts';

/** The number of requests in `questions`. */
export const COMMANDS = 1_000;

/** Concurrent requests. */
const AT_A_TIME = 20;

/** Users of the local Discord. */
const MEMBERS = ['nora', 'iker', 'svea', 'tomas', 'clara'] as const;

/** Requested players, and the favourites among them. */
const PLAYERS = 50;
const FAVOURITES = 20;

/** The users of the bot. */
export interface People {
  /** A channel follows all matches. */
  readonly followAll: () => Promise<void>;
  /** Requests of an ordinary day, repeated. */
  readonly questions: () => readonly string[];
  /** Requests whose answers need a new picture. */
  readonly pictures: (count: number) => readonly string[];
  /** Sends all requests. @returns milliseconds until each answer @throws when one is not answered */
  readonly ask: (commands: readonly string[]) => Promise<readonly number[]>;
}

const playerList = z.object({ data: z.array(z.object({ id: z.number() })) });

export const openPeople = async ({ discord, padel }: Demo): Promise<People> => {
  const { body } = await padel.inject({
    url: `/api/players?per_page=${PLAYERS}&category=men`,
    headers: { authorization: 'Bearer sandbox-pro' },
  });
  const ids = playerList.parse(JSON.parse(body)).data.map(({ id }) => id);
  const idOf = (turn: number): number | undefined => ids[turn % FAVOURITES];

  const run = async (as: string, channel: string, command: string): Promise<number> => {
    const request: RunRequest = { as, channel, command };
    const response = await fetch(new URL('/sandbox/run', discord.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    if (!response.ok) throw new Error(`${command}: ${await response.text()}`);
    // The response of the control API, by its contract.
    const { status, answeredAfter } = (await response.json()) as Answer;
    if (status !== 'answered' || answeredAfter === null) throw new Error(`${command}: ${status}`);
    return answeredAfter;
  };

  const round = (turn: number): readonly string[] => [
    '/live',
    '/schedule',
    '/ranking category:men',
    '/tournament',
    '/help',
    '/follow',
    `/player player:${idOf(turn)}`,
    `/h2h player:${idOf(turn)} opponent:${idOf(turn + 7)}`,
    `/simulate player:${idOf(turn)} opponent:${idOf(turn + 3)}`,
  ];

  return {
    followAll: async () => {
      await run('tomas', 'padel-alerts', '/alerts setup channel:#padel-alerts language:English');
      for (const category of ['men', 'women']) {
        await run('tomas', 'padel-alerts', `/follow what:${category} who:channel`);
      }
    },
    questions: () =>
      Array.from({ length: COMMANDS / round(0).length }, (_, turn) => round(turn)).flat(),
    pictures: (count) =>
      ids
        .flatMap((one, place) => ids.slice(place + 1).map((other) => [one, other]))
        // The favourites come first, and were already drawn.
        .slice(-count)
        .map(([one, other]) => `/h2h player:${one} opponent:${other}`),
    ask: async (commands) => {
      const times: number[] = [];
      let next = 0;
      const asker = async (): Promise<void> => {
        for (let place = next++; place < commands.length; place = next++) {
          const as = MEMBERS[place % MEMBERS.length] ?? MEMBERS[0];
          times.push(await run(as, 'general', commands[place] ?? ''));
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, asker));
      return times;
    },
  };
};
