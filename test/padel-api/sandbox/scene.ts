import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { PlayerRef } from '#src/domain/match/match.ts';
import type { PairIds } from '#src/domain/people/pairs.ts';
import { createPadelApi, type PadelApi, type PadelApiOptions } from '#src/padel-api/client.ts';
import type { PadelService, Profile } from '#sandbox/padel-service/index.ts';
import { aLog } from '../../lib/log.ts';
import { startStill } from '../../../sandbox/test/padel-service/service.ts';

const idsOf = (team: readonly PlayerRef[]): PairIds => [team[0]?.id ?? 0, team[1]?.id ?? 0];

/** The ids used below: a finished final of a major, and a match in play. */
const sceneOf = async (api: PadelApi, profile: Profile) => {
  const { value: majors } = await api.tournaments({ level: 'major', beforeDate: '2026-06-30' });
  const [major] = majors.items;
  if (major === undefined) throw new Error('the world has no major');
  const { value: finals } = await api.tournamentMatches(major.id, { round: 1, category: 'men' });
  const [final] = finals.items;
  const [live] = (await api.live()).value.items;
  if (final === undefined || live === undefined) throw new Error('the world has no matches');
  const rematches = (await api.matches({ round: 1, beforeDate: '2026-10-31', perPage: 50 })).value;
  let rematch = 0;
  for (const { id } of rematches.items) {
    if ((await api.matchHead2Head(id)).value.total > 0) rematch = id;
  }
  const pair = idsOf(final.teams.team_1);
  const others = idsOf(final.teams.team_2);
  return {
    major: major.id,
    final: final.id,
    day: final.playedOn ?? '',
    live: live.matchId,
    rematch,
    surnames: final.teams.team_1.map(({ name }) => name.split(' ').at(-1)).join(','),
    pair,
    pairPath: pair.toSorted((a, b) => a - b).join('-'),
    teams: { team_1: pair, team_2: others },
    headToHead: profile === 'today' ? 'headtohead' : 'head2head',
  };
};

export type Scene = Awaited<ReturnType<typeof sceneOf>>;

/** A client of a service; the caller closes it. */
export const clientOf = (service: PadelService, options: Partial<PadelApiOptions>): PadelApi =>
  createPadelApi({
    baseUrl: service.apiUrl,
    token: 'sandbox-pro',
    now: Date.now,
    random: Math.random,
    limits: { perMinute: 100_000 },
    log: aLog(),
    ...options,
  });

/** The sandbox's service for the tests of a profile, its clock stopped, and clients of it. */
export const useSandbox = (profile: Profile) => {
  let service: PadelService;
  let scene: Scene;

  beforeAll(async () => {
    service = await startStill({ profile });
    const api = clientOf(service, {});
    scene = await sceneOf(api, profile);
    await api.close();
  });
  afterAll(() => service.stop());

  return {
    service: () => service,
    scene: () => scene,
    /** A new client without cached data; it is closed with the test. */
    anApi: (options: Partial<PadelApiOptions> = {}): PadelApi => {
      const api = clientOf(service, options);
      onTestFinished(api.close);
      return api;
    },
  };
};
