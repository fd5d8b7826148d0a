import { describe, expect, it } from 'vitest';
import { headToHead } from '#src/domain/people/head-to-head.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { FOLLOW_KINDS } from '#src/domain/alerts/follows.ts';
import { LOCALES, type Reader } from '#src/i18n/i18n.ts';
import { followListMessage } from '#src/render/follows/list.ts';
import { followedMessage } from '#src/render/follows/follows.ts';
import { headToHeadMessage } from '#src/render/people/head-to-head.ts';
import { liveCard, quietCard } from '#src/render/match/live-card.ts';
import { liveListMessage } from '#src/render/match/live-list.ts';
import type { NextMatch } from '#src/render/lines/empty.ts';
import type { MessageBody } from '#src/render/message.ts';
import { simulationMessage } from '#src/render/people/simulation.ts';
import { outside } from '#src/i18n/text.ts';
import { aGame, aSet, inPlay, sets } from '../domain/written.ts';
import { alertPosts } from './alert-posts.ts';
import { anAlertChannel } from './channel.ts';
import { forms, panels } from './panels.ts';
import { aHeadToHeadView, peopleMessages } from './people-messages.ts';
import { tournamentMessages } from './tournament-messages.ts';
import { aReader, everythingCalled, formRefusals, markdownOf, proseOf, refusals } from './held.ts';

const NONE = { won: 0, lost: 0 };

/** Each endless name is longer than anything that Discord accepts in one place. */
const NAMES = {
  'an ordinary name': 'Ana María de la Fuente Iglesias',
  'an endless name': 'Wolfeschlegelsteinhausen '.repeat(85),
  'an endless word': 'x'.repeat(4_200),
  'one letter under a thousand accents': `a${'\u0301'.repeat(4_200)}`,
  'families of emoji': '👨‍👩‍👧‍👦'.repeat(200),
  'half a character': 'Ana \ud83d Vega',
  'nothing but markdown': '*_~`|>#[]()<@:'.repeat(100),
  'a mention of everybody': '@everyone @here <@&1> <@2> <#3>',
  'code fences and lines': '```\n# heading\n```\n> quote',
  'a name from right to left': 'נועה כהן أحمد 6-3 '.repeat(120),
  'a name in Hebrew': 'נועה כהן',
  'a masked link': '[free points](https://evil.example)',
} as const;

const PLAYED = inPlay(aSet(1, '7-6(12)'), aSet(2, '6-7(10)'), aSet(3, null, aGame('6-6', '10:11')));
const THREE_SETS = sets('7-6(12) 6-7(10) 7-6(11)');

type Named = readonly (readonly [string, MessageBody])[];

/** Every message of the bot, about people and places of this name. */
const everyMessage = (reader: Reader, name: string): Named => {
  const held: TrackedMatch = {
    ...everythingCalled(name, { status: 'live' }),
    state: { ...PLAYED, minutes: 199 },
  };
  const over = everythingCalled(name, { status: 'retired', winner: 'team_2', score: THREE_SETS });
  const { teams } = held.match;
  const meetings = Array.from({ length: 50 }, () => over.match);
  const change = {
    name: outside(name),
    scope: 'channel',
    channelId: '1',
    kind: 'player',
    added: true,
    news: { posted: ALERT_TYPES, pings: ALERT_TYPES, onlyPings: false, isExcluded: false },
    wanted: { ahead: 3, next: false },
    outlook: { next: held, ahead: 30, coverage: 'unknown', isPast: false },
    beginsOn: null,
  } as const;
  const channel = anAlertChannel({ discordId: '1', pausedAt: 1, broken: 'missing-access' });
  const changes = FOLLOW_KINDS.map((kind) => ({ ...change, kind }));
  const follows = (['me', 'channel'] as const).flatMap((scope) =>
    FOLLOW_KINDS.flatMap((kind) =>
      Array.from({ length: 20 }, (_, id) => ({
        scope,
        channel: { key: 1, discordId: '1', broken: 'missing-access' as const },
        target: { kind, id },
        alerts: 'moments' as const,
        name,
      })),
    ),
  );
  const individual = teams.team_1.flatMap((first) =>
    teams.team_2.map((second) => ({ first, second, won: 12, lost: 11 })),
  );
  const withId = (id: number) => ({ ...held, match: { ...held.match, id } });
  const liveList = (matches: readonly TrackedMatch[], next: NextMatch | null = null) =>
    liveListMessage(reader, { matches, next, lacksLive: true, page: 1 });
  return [
    ...alertPosts(reader, held),
    ['live card', liveCard(reader, held)],
    ['delayed card', liveCard(reader, { ...held, delayedSince: 1 })],
    ['card under that status', liveCard(reader, everythingCalled(name, { status: name }))],
    ['card of a match that is over', liveCard(reader, over)],
    ['quiet card', quietCard(reader, held)],
    ['live list', liveList(Array.from({ length: 30 }, (_, id) => withId(id)))],
    ['list of matches that are over', liveList(Array.from({ length: 10 }, () => over))],
    ['empty live list', liveList([], { held, offset: null })],
    ...tournamentMessages(reader, name),
    ...peopleMessages(reader, name, held),
    ...panels(reader, outside(name)),
    [
      'head-to-head',
      headToHeadMessage(
        reader,
        aHeadToHeadView(meetings, { teams, total: 90, eventName: () => name }),
      ),
    ],
    [
      'head-to-head of strangers',
      headToHeadMessage(
        reader,
        aHeadToHeadView([], {
          teams,
          common: [{ players: teams.team_1, against: { team_1: NONE, team_2: NONE } }],
          partnership: { isCurrent: true, lastMatchOn: '2026-06-07' },
          individual,
          eventName: () => name,
        }),
      ),
    ],
    [
      'simulation',
      simulationMessage(
        reader,
        {
          teams,
          chances: { team_1: 0.1, team_2: 0.9 },
          elo: { team_1: 1_400, team_2: 1_520.5 },
          record: headToHead(meetings, [1, 2]),
          readAt: 1,
          inPlay: { held, seen: { side: 'team_2' } },
        },
        null,
      ),
    ],
    [
      'follow',
      followedMessage(reader, {
        scope: 'channel',
        channel,
        changes,
        alerts: 'usual',
        lacksLive: true,
        isDirectUnproven: true,
      }),
    ],
    [
      'list of follows',
      followListMessage(reader, {
        channel: { key: 1, discordId: '1', broken: 'missing-access' },
        follows,
        page: 7,
        mayManage: true,
        ended: name,
      }),
    ],
  ];
};

/** The messages that break a rule, each with what is wrong. */
const breaking = (messages: Named, wrongsOf: (body: MessageBody) => readonly string[]) =>
  messages.flatMap(([message, body]) => wrongsOf(body).map((wrong) => `${message}: ${wrong}`));

/** All matches of a pattern that must not occur in the text. */
const found = (text: string, unwanted: RegExp): string[] => text.match(unwanted) ?? [];

describe.each(LOCALES)('messages in %s', (locale) => {
  const reader = aReader(locale);
  const called = Object.fromEntries(
    Object.entries(NAMES).map(([reason, name]) => [reason, everyMessage(reader, name)] as const),
  );
  const all = Object.entries(called).flatMap(([reason, messages]) =>
    messages.map(([message, body]) => [`${message} with ${reason}`, body] as const),
  );
  const withName = (reason: keyof typeof NAMES): Named => called[reason] ?? [];

  it('are accepted by Discord', () => {
    expect(breaking(all, refusals)).toEqual([]);
    const isHalf = (text: string): boolean => !text.isWellFormed() || /\\ud[89a-f]/i.test(text);
    expect(all.filter(([, body]) => isHalf(JSON.stringify(body)))).toEqual([]);
  });

  it('have forms that Discord accepts, without text that is cut off', () => {
    const wrongs = forms(reader).flatMap(([name, form]) => [
      ...formRefusals(form).map((wrong) => `${name}: ${wrong}`),
      ...found(JSON.stringify(form), /.{20}…/g),
    ]);
    expect(wrongs).toEqual([]);
  });

  it('say whom they ping', () => {
    const wrongsOf = ({ allowed_mentions: pinged, content }: MessageBody): string[] => {
      if (pinged === undefined) return ['does not say'];
      // An edit pings nobody. A card without content may parse roles: its edits keep the highlight
      // of the roles that its post pinged.
      const never = content === undefined ? ['everyone'] : ['everyone', 'roles'];
      const parsed: readonly string[] = pinged.parse ?? [];
      return never.filter((kind) => parsed.includes(kind));
    };
    expect(breaking(all, wrongsOf)).toEqual([]);
  });

  it('show a mention in a name as plain text', () => {
    // The bot's own mentions are of members, roles and the channel.
    const wrongsOf = (body: MessageBody): string[] =>
      found(proseOf(body).replace(/<@&?1\d{17}>|<#1>/g, ''), /(?<!\\)[@]|<[#@]/g);
    expect(breaking(withName('a mention of everybody'), wrongsOf)).toEqual([]);
  });

  it('show a link in a name as plain text', () => {
    const wrongsOf = (body: MessageBody): string[] => found(proseOf(body), /(?<!\\)\]\(|https:/g);
    expect(breaking(withName('a masked link'), wrongsOf)).toEqual([]);
  });

  it('isolate right-to-left text, so that no score is reversed', () => {
    const wrongsOf = (body: MessageBody): string[] => {
      const between = JSON.stringify(body).replace(/\u2068[^\u2066-\u2069"]*\u2069/g, '');
      return found(between, /\p{Script=Hebrew}+|[\u2066-\u2069]/gu);
    };
    expect(breaking(withName('a name in Hebrew'), wrongsOf)).toEqual([]);
  });

  it('have no code block but their own', () => {
    const wrongsOf = (body: MessageBody): string[] => {
      const fences = found(markdownOf(body), /(?<!\\)```/g).length;
      const blocks = (body.embeds ?? []).filter(({ description }) =>
        /\n(\|\|)?```\n/.test(description ?? ''),
      );
      return fences === 2 * blocks.length ? [] : [`${fences} fences, ${blocks.length} blocks`];
    };
    expect(breaking(withName('code fences and lines'), wrongsOf)).toEqual([]);
  });
});

describe('a list of more matches than fit into one message', () => {
  it('is shown on pages', () => {
    const matches = Array.from({ length: 12 }, (_, index) =>
      everythingCalled('Ana Vega', { id: index + 1, status: 'live' }),
    );
    const page = (number: number) =>
      liveListMessage(aReader(), { matches, next: null, lacksLive: false, page: number });
    expect([1, 2, 3].map((number) => page(number).embeds?.length)).toEqual([5, 5, 2]);
    expect(page(9)).toEqual(page(3));
    expect(JSON.stringify(page(2).components)).toContain('2 of 3');
  });
});
