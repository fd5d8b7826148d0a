import { describe, expect, it, onTestFinished } from 'vitest';
import { displayName } from '#src/domain/people/display-names.ts';
import { playersOf, type Match } from '#src/domain/match/match.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { withCalledNames } from '#src/padel-api/names/display-names.ts';
import type { PadelServiceOptions } from '#sandbox/padel-service/index.ts';
import { aLog } from '../../lib/log.ts';
import { PRO, SATURDAY, startStill } from '../../../sandbox/test/padel-service/service.ts';
import { inventPeople } from '#sandbox/padel-service/world/people/people.ts';
import { clientOf } from './scene.ts';
import { syncDirectory } from '../sync-directory.ts';

const YEAR = 2023;

/** The true display names of the world. */
const TRUTH = new Map(inventPeople(1, YEAR).map(({ name, called }) => [name, called]));

/** Names as loaded from a service with these display names, and the service behind them. */
const aBot = async (calledNames: NonNullable<PadelServiceOptions['calledNames']>) => {
  const service = await startStill({ calledNames });
  onTestFinished(service.stop);
  const client = clientOf(service, { now: () => SATURDAY });
  onTestFinished(client.close);
  const directory = createDirectory();
  const names = createNames(directory, {
    save: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  });
  const source = { api: client, names, log: aLog() };
  const recent = async (): Promise<readonly Match[]> =>
    (await client.matches({ sortBy: 'played_at', orderBy: 'desc', perPage: 50 })).value.items;
  return { service, source, directory, recent, api: withCalledNames(client, directory) };
};

/** The share of these people with their true display name. */
const shareRight = (people: readonly Parameters<typeof displayName>[0][]): number => {
  const known = people.filter(({ name }) => TRUTH.has(name));
  expect(known.length).toBeGreaterThan(40);
  return known.filter((each) => displayName(each) === TRUTH.get(each.name)).length / known.length;
};

describe('the players of the sandbox', () => {
  it('have a second surname in a third of cases, like real ones', () => {
    const names = [...TRUTH];
    const second = names.filter(([name, called]) => !name.endsWith(called));
    expect(second.length / names.length).toBeGreaterThan(0.28);
    expect(second.length / names.length).toBeLessThan(0.38);
  });
});

describe('the data service of the sandbox', () => {
  it.each([
    ['nowhere', false, false],
    ['matches', true, false],
    ['players', false, true],
    ['both', true, true],
  ] as const)(
    'sends display names in the configured places: %s',
    async (calledNames, inMatches, ofPlayers) => {
      const { service, recent } = await aBot(calledNames);
      const [match] = await recent();
      const read = async (path: string) =>
        (await service.inject({ url: `/api/${path}`, headers: PRO })).json<{
          name: string;
          short_name?: string;
        }>();
      const { name } = await read(`matches/${match?.id}`);
      expect(/^[^/]+\/[^/]+ - [^/]+\/[^/]+$/.test(name)).toBe(inMatches);
      const [player] = match === undefined ? [] : playersOf(match);
      const { short_name: short } = await read(`players/${player?.id}`);
      expect(short !== undefined).toBe(ofPlayers);
    },
  );
});

describe('the bot', () => {
  it('gets over 90 % of the display names right when the service sends none', async () => {
    const { recent } = await aBot('nowhere');
    expect(shareRight((await recent()).flatMap(playersOf))).toBeGreaterThan(0.9);
  });

  it.each(['matches', 'both'] as const)(
    'gets all display names right when the service sends them in %s',
    async (sentIn) => {
      const { recent } = await aBot(sentIn);
      expect(shareRight((await recent()).flatMap(playersOf))).toBe(1);
    },
  );

  it('uses the display names of matches in rankings and in the search', async () => {
    const { source, directory, api } = await aBot('matches');
    await syncDirectory(source, AbortSignal.timeout(60_000));
    const { value } = await api.players({ sortBy: 'ranking', category: 'women', perPage: 50 });
    expect(shareRight(value.items)).toBe(1);
    const [best] = value.items;
    const called = best?.called ?? '';
    expect(directory.find('player', called).map(({ id }) => id)).toContain(best?.id);
  });
});
