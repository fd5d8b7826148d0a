import { afterEach, expect, it } from 'vitest';
import { PRESETS } from '#src/domain/alerts/alert-types.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { aClient, type Client } from '../../sandbox/test/realtime/listener.ts';
import { kindOf } from '../e2e/alert-record.ts';
import { NO_TROUBLE, type Passing, type Trouble } from './http-proxy.ts';
import { isAbout } from './judge.ts';
import type { Listener } from './listeners.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

/** A Tuesday morning with five courts. */
const BEGIN = Date.parse('2026-11-24T11:15:00Z');
const TOURNAMENT = 358;

const LISTENER: Listener = {
  name: 'padel-alerts',
  channelId: '1100000000000000204',
  kind: 'text',
  settings: { types: PRESETS.essentials },
  target: { kind: 'tournament', id: TOURNAMENT },
  follows: () => true,
};

/** What a request asks for, without the page. */
const subjectOf = ({ method, path }: Passing): string =>
  `${method} ${path.replace(/([?&])page=\d+&?/, '$1')}`;

/** The plan has no other draw than the main one. */
const withoutDraws = ({ path }: Passing): Trouble =>
  /[?&]draw=/.test(path)
    ? { kind: 'answer', status: 402, body: '{"message":"Subscription required."}' }
    : NO_TROUBLE;

/** When each set of each match was complete in a frame, as `7 2`. */
const listenToSets = (client: Client) => {
  const completedAt = new Map<string, number>();
  return {
    completedAt,
    subscribe: (channel: string): void => {
      if (client.allChannels().some(({ name }) => name === channel)) return;
      client.subscribe(channel).bind_global((event: string, payload: unknown) => {
        const update = event.endsWith('MatchLiveUpdated') ? parseLive(payload) : null;
        for (const { number, score } of update?.sets ?? []) {
          const key = `${update?.matchId} ${number}`;
          if (score !== null && !completedAt.has(key)) completedAt.set(key, Date.now());
        }
      });
    },
  };
};

let evening: VirtualEvening;

afterEach(() => evening.stop());

it.each([
  ['today', 'strict', withoutDraws],
  ['specification', 'open', () => NO_TROUBLE],
] as const)(
  'an hour of five courts on a service that speaks the form of %s alone',
  async (profile, proxy, trouble) => {
    const options = { profile, begin: BEGIN, tournament: TOURNAMENT, listeners: [LISTENER] };
    evening = await openVirtualEvening(options);
    const { world, time } = evening;
    const { padel } = world;
    await padel.steer({ proxy });
    const asked: Passing[] = [];
    const refused: string[] = [];
    world.trouble.padel = (passing) => {
      asked.push(passing);
      const answer = trouble(passing);
      if (answer.kind === 'answer') refused.push(subjectOf(passing));
      return answer;
    };
    world.trouble.padelDone = (passing, status) => {
      if (status >= 400) refused.push(subjectOf(passing));
    };
    const { completedAt, subscribe } = listenToSets(aClient(padel));
    await evening.start();
    await time.pass(3 * MINUTE);
    asked.length = 0;

    let mostInPlay = 0;
    for (let minute = 0; minute < HOUR / MINUTE; minute += 1) {
      const { body } = await padel.inject({
        url: '/api/live?per_page=50',
        headers: { authorization: 'Bearer sandbox-business', 'user-agent': 'test of the bot' },
      });
      const { data } = JSON.parse(body) as { readonly data: readonly { channel: string }[] };
      mostInPlay = Math.max(mostInPlay, data.length);
      for (const { channel } of data) subscribe(channel);
      await time.pass(MINUTE);
    }

    const lists = asked.filter(({ path }) => /^\/api\/live\b/.test(path));
    expect(mostInPlay).toBeGreaterThanOrEqual(4);
    expect(lists.length).toBeLessThanOrEqual(45);
    const twice = refused.filter((each, index) => refused.indexOf(each) !== index);
    expect(twice).toEqual([]);

    const matches: readonly Truth[] = world.matchIds.flatMap((id) => padel.truth(id) ?? []);
    const delays = world.shown(LISTENER.channelId).flatMap(({ type, message, at }) => {
      if (type !== 'message-create' || message === null || kindOf(message) !== 'set') return [];
      const text = [message.content, ...message.embeds.map((each) => each.description)].join('\n');
      const match = matches.find(isAbout(text));
      const pushedAt = completedAt.get(`${match?.id} ${/Set (\d)/.exec(text)?.[1] ?? '?'}`);
      // A set that was over before the listening began.
      return pushedAt === undefined ? [] : [at - pushedAt];
    });
    expect(delays.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...delays)).toBeLessThanOrEqual(2_000);
    const { lost, twice: posted, wrong } = await world.verdict(Date.now() - 20 * MINUTE);
    expect({ lost, posted, wrong }).toEqual({ lost: [], posted: [], wrong: [] });
  },
  600_000,
);
