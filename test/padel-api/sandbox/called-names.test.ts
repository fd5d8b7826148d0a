import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { displayName } from '#src/domain/people/display-names.ts';
import { playersOf, type Match } from '#src/domain/match/match.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { withCalledNames } from '#src/padel-api/names/display-names.ts';
import type { PadelServiceOptions } from '#sandbox/padel-service/index.ts';
import { aLog } from '../../lib/log.ts';
import { PRO, SATURDAY, startStill } from '../../../sandbox/test/padel-service/service.ts';
import { inventPeople } from '#sandbox/padel-service/world/people/people.ts';
import { clientOf } from './scene.ts';
import { syncDirectory } from '../sync-directory.ts';
import { unstoredNames } from '../names.ts';

const YEAR = 2023;

/** The true display names of the world. */
const TRUTH = new Map(inventPeople(1, YEAR).map(({ name, called }) => [name, called]));

/** Where a service shows display names: a switch of the specification; the public service has them always. */
type Shown = Pick<PadelServiceOptions, 'profile' | 'calledNames'>;

const specified = (calledNames: NonNullable<Shown['calledNames']>): Shown => ({
  profile: 'specification',
  calledNames,
});

/** Names as loaded from a service with these display names, and the service behind them. */
const aBot = async (shown: Shown) => {
  const service = await startStill(shown);
  onTestFinished(service.stop);
  const client = clientOf(service, { now: () => SATURDAY });
  onTestFinished(client.close);
  const directory = createDirectory();
  const names = unstoredNames(directory);
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

// The world that the tests share is worked out once.
beforeAll(async () => {
  await (await startStill()).stop();
});

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
    [specified('nowhere'), false, false],
    [specified('matches'), true, false],
    [specified('players'), false, true],
    [specified('both'), true, true],
    [{ profile: 'today', calledNames: 'nowhere' }, true, true],
  ] as const)(
    'sends display names in the configured places: %j',
    async (shown, inMatches, ofPlayers) => {
      const { service, recent } = await aBot(shown);
      const match = (await recent()).find((each) => playersOf(each).length === 4);
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
    const { recent } = await aBot(specified('nowhere'));
    expect(shareRight((await recent()).flatMap(playersOf))).toBeGreaterThan(0.9);
  });

  it.each<Shown>([specified('matches'), specified('both'), { profile: 'today' }])(
    'gets all display names right when the service sends them in matches: %j',
    async (shown) => {
      const { recent } = await aBot(shown);
      expect(shareRight((await recent()).flatMap(playersOf))).toBe(1);
    },
  );

  // The short names of the public service come first, though a few are another part of the name.
  it.each<[Shown, number]>([
    [specified('matches'), 1],
    [{ profile: 'today' }, 0.95],
  ])(
    'uses display names in rankings and in the search: %j',
    async (shown, least) => {
      const { source, directory, api } = await aBot(shown);
      await syncDirectory(source, AbortSignal.timeout(60_000));
      const { value } = await api.players({ sortBy: 'ranking', category: 'women', perPage: 50 });
      expect(shareRight(value.items)).toBeGreaterThanOrEqual(least);
      const [best] = value.items;
      const called = best?.called ?? '';
      expect(directory.find('player', called).map(({ id }) => id)).toContain(best?.id);
    },
    60_000,
  );
});
