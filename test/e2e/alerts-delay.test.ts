import en from '#data/locales/en.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { translator } from '#src/i18n/i18n.ts';
import { SECOND } from '#src/lib/time.ts';
import { matchEmbed } from '#src/render/match/live-card.ts';
import { readMatch, readState } from '#src/store/connection/documents.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { setUpAll, type Plan } from './alert-plan.ts';
import { kindOf, typesIn, startRecording, type Recording, type Shown } from './alert-record.ts';
import { openAlertStage, type AlertStage } from './alert-stage.ts';
import { MATCH, PLAYER } from './evening-rows.ts';

const DELAY = 60 * SECOND;

/** Steps in seconds after the start: by the last one a game is won and a card shown. */
const AT_THE_START = [-10, 20, 50, 80, 110, 140, 170];
/** Steps in seconds after the last point. */
const AT_THE_END = [-260, -230, -200, -140, -80, -50, -20, 10, 40, 70, 100, 130];

const follows = [`name:player:${PLAYER}`];

const types = ['upcoming', 'start', 'card', 'set', 'result'];
const some = { choose: [['what', 'types', types]], follows } as const;

/** The twin has no delay; all others have a delay of a minute. */
const PLANS = {
  twin: some,
  late: { ...some, settings: { delay: 60 } },
  'late-threads': { ...some, settings: { delay: 60, threads: true } },
  'late-covered': { ...some, settings: { delay: 60, coverScores: true } },
  'late-forum': {
    type: 'forum',
    settings: { delay: 60 },
    choose: [
      ['what', 'types', types],
      ['what', 'follow', ['women']],
    ],
  },
} as const satisfies Readonly<Record<string, Plan>>;

const CARDS = ['late', 'late-threads', 'late-covered', 'late-forum'] as const;

let stage: AlertStage;
let recording: Recording;
let ids: Map<string, string>;
/** When each step began on the bot's clock: no news of a step was known before. */
const steps: number[] = [];
/** Each look of the card, and when the match first had that state. */
const looks = new Map<string, number>();

/** The part of a card that depends on the state of the match only, with and without covers. */
const lookOf = (embed: { readonly description?: string; readonly color?: number }): string =>
  [
    ...(/```[^]*```/.exec(embed.description ?? '')?.[0] ?? '')
      .split('\n')
      .map((line) => line.trimEnd()),
    embed.color,
  ].join('\n');

/** Notes each state of the match, and when it began. */
const noteLooks = async (): Promise<void> => {
  const held = await findMatch(stage.store.db, MATCH);
  if (held === undefined) throw new Error('the match is not known');
  const rows = await stage.store.db
    .selectFrom('matchStates')
    .selectAll()
    .where('matchId', '=', MATCH)
    .execute();
  for (const { at, rev, match, state } of rows) {
    const seen = { ...held, rev, changedAt: at, match: readMatch(match), state: readState(state) };
    for (const coverScores of [false, true]) {
      const style = { ...DEFAULT_SETTINGS, coverScores };
      const look = lookOf(matchEmbed({ locale: 'en', t: translator('en') }, seen, style));
      looks.set(look, Math.min(at, looks.get(look) ?? Infinity));
    }
  }
};

/** Everything that a channel and its threads ever showed of the match. */
const shownIn = async (name: string): Promise<readonly Shown[]> => {
  const id = ids.get(name) ?? '';
  const { channels } = await stage.state();
  const threads = channels.filter(
    ({ parentId, name: title }) => parentId === id && title.startsWith('Izquierdo'),
  );
  return [id, ...threads.map((thread) => thread.id)]
    .flatMap((each) => recording.of(each))
    .toSorted((a, b) => a.at - b.at);
};

const step = async (until: number): Promise<void> => {
  steps.push(Math.max(until, stage.now()));
  await stage.pass(until);
  await noteLooks();
};

const answers: { readonly place: string; readonly line: string; readonly ephemeral: boolean }[] =
  [];

/** Runs commands during the match in places where everyone could read a public response. */
const runCommands = async (): Promise<void> => {
  const { channels } = await stage.state();
  const threadIn = (name: string) =>
    channels.find(
      ({ parentId, name: title }) => parentId === ids.get(name) && title.startsWith('Izquierdo'),
    )?.id ?? '';
  const places = {
    twin: 'twin',
    late: 'late',
    'a thread of late-threads': threadIn('late-threads'),
    'a post of late-forum': threadIn('late-forum'),
  };
  for (const [place, channel] of Object.entries(places)) {
    for (const line of ['/live', `/match match:${MATCH}`, '/schedule']) {
      const { ephemeral } = await stage.runIn(channel, 'nora', line);
      answers.push({ place, line, ephemeral });
    }
  }
};

beforeAll(async () => {
  stage = await openAlertStage({ watched: [MATCH] });
  recording = await startRecording(stage.demo.discord.url, stage.now);
  await stage.startBot();
  await stage.knows(MATCH);
  const { startsAt, endsAt } = stage.demo.padel.truth(MATCH) ?? {};
  if (typeof startsAt !== 'number' || typeof endsAt !== 'number') throw new Error('no match');
  ids = await setUpAll(stage, PLANS);
  // By then the record of the match before it is there.
  await stage.pass(startsAt - 900 * SECOND, 'read the schedule');
  for (const after of AT_THE_START) await step(startsAt + after * SECOND);
  await runCommands();
  for (const after of AT_THE_END) await step(endsAt + after * SECOND);
});

afterAll(async () => {
  await recording.stop();
  await stage.stop();
});

/** The text of a post without what covers it, and the length of a set, which may be added later. */
const wordsOf = ({ message }: Shown): string =>
  (message?.content ?? '')
    .replace(` (${en.post.unconfirmed})`, '')
    // Not told in a channel with a delay.
    .replace(/ Next opponents: .*\.$/, '')
    .replace(/^[^|]*: \|\||(?: · [^|]*)?\u00a0*\|\|| \((?:\d+ h )?\d+(?: min)?\)/g, '');

const isPost = ({ type, message }: Shown): boolean =>
  type === 'message-create' && message !== null && kindOf(message) !== 'card';

/** The texts posted in the twin, each with the time before which it was not known. */
const postedInTwin = async (): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await shownIn('twin')).flatMap((shown) =>
      isPost(shown)
        ? [[wordsOf(shown), steps.findLast((begun) => begun <= shown.at) ?? 0] as const]
        : [],
    ),
  );

describe.each(CARDS)('the cards in the delayed channel %s', (name) => {
  it('show no state of the match that is less than a minute old', async () => {
    const cards = (await shownIn(name)).filter(({ message }) =>
      message?.embeds[0]?.description?.includes('```'),
    );
    const shown = new Set(cards.map(({ message }) => lookOf(message?.embeds[0] ?? {})));
    expect(shown.size).toBeGreaterThan(5);
    for (const { message, at } of cards) {
      const look = lookOf(message?.embeds[0] ?? {});
      const since = looks.get(look);
      expect(since, look).toBeDefined();
      expect(at - (since ?? at), look).toBeGreaterThanOrEqual(DELAY);
    }
  });

  it('have no button that leads to the current points', async () => {
    const components = (await shownIn(name)).map(({ message }) => message?.components);
    expect(JSON.stringify(components)).not.toMatch(/Points|Stats|Momentum/);
  });
});

describe.each(CARDS)('the posts in the delayed channel %s', (name) => {
  it('come at least a minute after their news, and none is missing', async () => {
    const posted = await postedInTwin();
    const posts = (await shownIn(name)).filter(isPost);
    expect(posts.map(wordsOf)).toEqual([...posted.keys()]);
    for (const post of posts) {
      const since = posted.get(wordsOf(post)) ?? 0;
      expect(post.at - since, wordsOf(post)).toBeGreaterThanOrEqual(DELAY);
    }
  });

  it('are of every kind that the channel chose', async () => {
    const expected = ['next', 'start', 'set', 'result'];
    const found = new Set(typesIn(await shownIn(name)).filter((kind) => kind !== 'card'));
    expect([...found].toSorted()).toEqual(expected.toSorted());
  });
});

describe('the response to a command during the match', () => {
  it.each([
    ['twin', false],
    ['late', true],
    ['a thread of late-threads', true],
    ['a post of late-forum', true],
  ])('is private in %s: %s', (place, isPrivate) => {
    const own = answers.filter((answer) => answer.place === place);
    expect(own).toHaveLength(3);
    expect(own.map(({ line, ephemeral }) => [line, ephemeral])).toEqual(
      own.map(({ line }) => [line, isPrivate]),
    );
  });
});
