import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { machineNow } from '../clock.ts';
import { createBotRecord, type Asked, type BotRecord, type Judgement } from './bot-record.ts';
import { FAIR, type Entry, type Route, type Rules } from './rules.ts';

interface Message {
  readonly content?: string;
  readonly nonce?: string;
  readonly enforce_nonce?: boolean;
}

const ROUTES: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ['GET', /^\/api\/v10\/channels\/(?<channel>\d+)\/messages$/, 'history'],
  ['POST', /^\/api\/v10\/channels\/(?<channel>\d+)\/messages$/, 'post'],
  ['PATCH', /^\/api\/v10\/channels\/(?<channel>\d+)\/messages\/(?<message>\d+)$/, 'edit'],
  ['DELETE', /^\/api\/v10\/channels\/(?<channel>\d+)\/messages\/(?<message>\d+)$/, 'remove'],
  ['PATCH', /^\/api\/v10\/webhooks\/(?<channel>\d+)\/(?<bot>[^/.]+)[^/]*\/messages\//, 'answer'],
];

/** Enough text to distinguish news. */
const WORDS = 80;

const bodyOf = async (request: IncomingMessage): Promise<Message> => {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  // Only our own bots send requests here.
  return text === '' ? {} : (JSON.parse(text) as Message);
};

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/, '');

/** A request, and its bot. */
const askedOf = (request: IncomingMessage, body: Message, at: number) => {
  const path = pathOf(request);
  for (const [method, pattern, route] of ROUTES) {
    const groups = method === request.method ? pattern.exec(path)?.groups : undefined;
    if (groups === undefined) continue;
    const { channel = '', message = '', bot } = groups;
    const nonce = body.enforce_nonce === true ? (body.nonce ?? null) : null;
    const words = (body.content ?? '').slice(0, WORDS);
    const asked: Asked = { at, route, channel, messageId: message, words, nonce };
    return { asked, bot: bot ?? request.headers.authorization?.replace('Bot ', '') ?? '' };
  }
  throw new Error(`nobody should ask for ${request.method} ${path}`);
};

const message = (id: string, channel: string) => ({
  id,
  channel_id: channel,
  type: 0,
  content: '',
  author: {
    id: '800000000000000000',
    username: 'bot',
    discriminator: '0',
    avatar: null,
    bot: true,
  },
  timestamp: '2026-06-07T12:00:00.000000+00:00',
  edited_timestamp: null,
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  pinned: false,
  components: [],
});

const limitHeaders = ({ window }: Judgement, route: Route, perChannel: number) =>
  window === null
    ? {}
    : {
        'x-ratelimit-limit': String(perChannel),
        'x-ratelimit-remaining': String(window.remaining),
        'x-ratelimit-reset-after': (window.resetAfter / 1_000).toFixed(3),
        'x-ratelimit-bucket': `bucket-${route}`,
      };

/** A global limit ends with the clock's second, reported to the millisecond. */
const refusal = ({ window, refusedBy }: Judgement) => {
  const isGlobal = !refusedBy.includes('channel');
  const seconds = (window?.resetAfter ?? 1_000) / 1_000;
  return {
    body: { message: 'You are being rate limited.', retry_after: seconds, global: isGlobal },
    headers: {
      'retry-after': String(Math.ceil(seconds)),
      'x-ratelimit-scope': isGlobal ? 'global' : 'user',
      ...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
    },
  };
};

/**
 * The part of Discord's REST API that alerts need, with its limits, its distance, and faults. The
 * sandbox's Discord takes ten times as long for a request (it validates each against Discord's schema),
 * which on two cores would take time from our bot.
 */
export const startServer = async () => {
  const records = new Map<string, BotRecord>();
  const random = randomFrom('distance');
  let rules = FAIR;

  const recordOf = (bot: string): BotRecord => {
    const known = records.get(bot);
    if (known !== undefined) return known;
    const created = createBotRecord(rules, randomFrom('faults', bot));
    records.set(bot, created);
    return created;
  };

  const respond = (response: ServerResponse, asked: Asked, judgement: Judgement): void => {
    const { verdict, messageId, ending } = judgement;
    if (ending === 'silence') return;
    if (ending === 'cut') {
      response.socket?.destroy();
      return;
    }
    const answer = (status: number, body: object, headers = {}): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...limitHeaders(judgement, asked.route, rules.perChannel),
        ...headers,
      });
      response.end(JSON.stringify(body));
    };
    if (verdict === 'failed') answer(502, {});
    else if (verdict === 'gone') answer(404, { message: 'Unknown Channel', code: 10_003 });
    else if (verdict === 'limited') {
      const { body, headers } = refusal(judgement);
      answer(429, body, headers);
      // Without the permission to read messages the list is empty.
    } else if (asked.route === 'history') answer(200, []);
    else answer(200, message(messageId, asked.channel));
  };

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = machineNow();
    const { asked, bot } = askedOf(request, await bodyOf(request), at);
    const [least, most] = rules.distance;
    const halfWay = (least + random() * (most - least)) / 2;
    setTimeout(() => {
      // By its scheduled time: a late timer here must not count.
      const judgement = recordOf(bot).judge(asked, at + halfWay);
      setTimeout(() => {
        respond(response, asked, judgement);
      }, halfWay);
    }, halfWay);
  };

  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    /** Resets everything and applies these rules. */
    begin: (next: Rules): void => {
      rules = next;
      records.clear();
    },
    entriesOf: (bot: string): readonly Entry[] => records.get(bot)?.entries ?? [],
  };
};
