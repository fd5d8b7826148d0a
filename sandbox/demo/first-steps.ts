import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { pairKey } from '../../src/domain/people/pairs.ts';
import { DAY } from '../../src/lib/time.ts';
import type { RunRequest } from '../discord/control-contract.ts';
import { FANS_ROLE_ID } from '../discord/guild/accounts.ts';
import type { LocalDiscord } from '../discord/index.ts';
import type { PadelService } from '../padel-service/index.ts';

/** What of the service's answers the choice below needs. */
const liveList = z.object({
  data: z.array(z.object({ id: z.number(), sets: z.array(z.unknown()) })),
});
const matchFacts = z.object({
  id: z.number(),
  court: z.string().nullable(),
  status: z.string(),
  played_at: z.string().nullable(),
  /** A path, or an object of paths. */
  connections: z.unknown(),
  players: z.object({
    team_1: z.array(z.object({ id: z.number(), name: z.string() })),
    team_2: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
});
const matchList = z.object({ data: z.array(matchFacts) });

type LiveMatch = z.infer<typeof liveList>['data'][number];
type MatchFacts = z.infer<typeof matchFacts>;

export interface FirstSteps {
  readonly discord: LocalDiscord;
  readonly padel: PadelService;
}

/** A channel would be flooded by a whole tournament. */
const FOLLOWED_MATCHES = 5;

/**
 * What a moderator would do first, done over the control API like any script could: choose
 * #padel-alerts for everything, ping the role of the fans, and follow what is worth it today and
 * tomorrow. So the page has something to show.
 */
export const takeFirstSteps = async ({ discord, padel }: FirstSteps): Promise<void> => {
  const run = (command: string) => runAsModerator(discord, command);
  const { message } = answer.parse(
    await run('/alerts setup channel:#padel-alerts preset:everything language:English'),
  );
  const [, key = ''] = /alerts:page:(\d+):/.exec(JSON.stringify(message)) ?? [];
  const press = (customId: string, value: string) =>
    ask(discord, 'press', { as: 'moderator', message: message.id, customId, values: [value] });
  await press(`alerts:page:${key}:what`, 'pings');
  await press(`alerts:roles:${key}:pings`, FANS_ROLE_ID);
  const matches = await programme(padel);
  // Whoever wins the first match plays again on another day.
  const teams = matches.flatMap(({ players: { team_1, team_2 } }, index) =>
    index === 0 ? [team_1, team_2] : [team_1],
  );
  for (const [one, two] of teams) {
    if (one === undefined || two === undefined) continue;
    const pair = pairKey([one.id, two.id]);
    await isKnown(discord, pair, one.name);
    await run(`/follow name:pair:${pair} who:channel`);
  }
};

const get = async <T>(padel: PadelService, path: string, schema: z.ZodType<T>): Promise<T> => {
  const { body } = await padel.inject({
    url: `/api${path}`,
    headers: { authorization: 'Bearer sandbox-pro' },
  });
  return schema.parse(JSON.parse(body));
};

/** The matches in play, the one that is worth watching first: in the deciding set, and close. */
const inPlay = async (padel: PadelService): Promise<readonly LiveMatch[]> => {
  const { data } = await get(padel, '/live?per_page=50', liveList);
  const gamesToCome = ({ id }: LiveMatch): number => {
    const last = padel.truth(id)?.sets.at(-1);
    return last === undefined ? 0 : last.team_1 + last.team_2;
  };
  return data.toSorted((a, b) => b.sets.length - a.sets.length || gamesToCome(b) - gamesToCome(a));
};

/** The match that is worth watching, the youngest in play, those after it on its court, and tomorrow's. */
const programme = async (padel: PadelService): Promise<readonly MatchFacts[]> => {
  const [closest, ...others] = await inPlay(padel);
  if (closest === undefined) return [];
  const factsOf = (id: number) => get(padel, `/matches/${id}`, matchFacts);
  const first = await factsOf(closest.id);
  const youngest = others.at(-1);
  const second = youngest === undefined ? [] : [await factsOf(youngest.id)];
  const tournament = /\/tournaments\/\d+/.exec(JSON.stringify([first.connections]))?.[0] ?? '';
  const scheduled = async (filter: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...filter, per_page: '50' });
    const { data } = await get(padel, `${tournament}/matches?${query.toString()}`, matchList);
    return data.filter(({ status }) => status === 'scheduled');
  };
  const today = first.played_at ?? '';
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10);
  const next = await scheduled({ court: first.court ?? '', played_at: today });
  const later = await scheduled({ played_at: tomorrow });
  const known = [...next, ...later].filter(({ players }) => players.team_1.length > 0);
  return [first, ...second, ...known].slice(0, FOLLOWED_MATCHES);
};

/** The bot reads the pairs of today first, and all other names for minutes after. */
const NAMES_WITHIN = 10_000;
const ASK_EVERY = 200;

/** Resolves when the bot completes a pair by the name of one of the two, or it takes too long. */
const isKnown = async (discord: LocalDiscord, pair: number, name: string): Promise<void> => {
  const request = { as: 'moderator', channel: 'padel-alerts', command: `/follow name:${name}` };
  const until = Date.now() + NAMES_WITHIN;
  while (Date.now() < until) {
    const { choices } = completion.parse(await ask(discord, 'autocomplete', request));
    if (choices.some(({ value }) => value === `pair:${pair}`)) return;
    await pause(ASK_EVERY);
  }
};

const completion = z.object({ choices: z.array(z.object({ value: z.unknown() })) });

const answer = z.object({ message: z.looseObject({ id: z.string() }) });

const runAsModerator = (discord: LocalDiscord, command: string): Promise<unknown> => {
  const request: RunRequest = { as: 'moderator', channel: 'padel-alerts', command };
  return ask(discord, 'run', request);
};

const ask = async ({ url }: LocalDiscord, what: string, request: unknown): Promise<unknown> => {
  const response = await fetch(new URL(`/sandbox/${what}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
  return await response.json();
};
