import type { ControlEvent, ShownMessage } from '#sandbox/discord/shown-state.ts';
import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };
import { isProof } from './stage.ts';

/** Something that became visible in a channel, or went. */
export interface Shown {
  readonly type: 'message-create' | 'message-update' | 'message-delete';
  readonly channelId: string;
  readonly messageId: string;
  /** As it stood then; null when it went. */
  readonly message: ShownMessage | null;
  /** By the bot's clock. */
  readonly at: number;
}

export interface Recording {
  /** All that anybody could ever read of the bot in a channel, in its order; answers apart. */
  readonly of: (channelId: string) => readonly Shown[];
  readonly stop: () => Promise<void>;
}

const isNews = ({ author, ephemeralFor, interaction_metadata: asked }: ShownMessage): boolean =>
  author.bot === true && ephemeralFor === undefined && asked === undefined;

const shownBy = (event: ControlEvent, at: number): readonly Shown[] => {
  if (event.type === 'message-delete') {
    const { type, id: messageId, channelId } = event;
    return [{ type, channelId, messageId, message: null, at }];
  }
  if (event.type !== 'message-create' && event.type !== 'message-update') return [];
  const { type, message } = event;
  if (!isNews(message) || isProof(message)) return [];
  return [{ type, channelId: message.channel_id, messageId: message.id, message, at }];
};

/** Listens to all that happens in the local Discord. */
export const startRecording = async (discordUrl: string, now: () => number): Promise<Recording> => {
  const shown: Shown[] = [];
  const ending = new AbortController();
  const { body } = await fetch(new URL('/sandbox/events', discordUrl), { signal: ending.signal });
  if (body === null) throw new Error('the local Discord tells no events');
  const listen = async (): Promise<void> => {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((each) => each.startsWith('data: '))) {
        // The events of the control API, as its contract says.
        shown.push(...shownBy(JSON.parse(line.slice('data: '.length)) as ControlEvent, now()));
      }
    }
  };
  const listening = listen().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  return {
    of: (channelId) => shown.filter((each) => each.channelId === channelId),
    stop: async () => {
      ending.abort();
      await listening;
    },
  };
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A text of the locale files as a pattern of what is made of it. */
const patternOf = (text: string): string =>
  text
    .split(/\{\{[^}]*\}\}/)
    .map(escaped)
    .join('.+');

type Texts = typeof en | typeof es;

const said = (texts: Texts) =>
  ({
    next: [texts.post.next, texts.post.nextSoon],
    reminder: [texts.post.reminder],
    game: [texts.post.game],
    key: [texts.post.key],
    upset: [texts.post.upsetWatch],
    set: [texts.post.set, texts.post.setTimed],
    correction: [texts.post.correction],
    result: [texts.post.result, texts.post.retired, texts.post.walkover],
    schedule: [texts.post.moved, texts.post.otherCourt, texts.post.movedAndCourt],
    draw: [texts.draw.title],
    tournament: Object.values(texts.tournamentNews),
    digest: [texts.dailyDigest.title_one, texts.dailyDigest.title_other, texts.dailyDigest.nothing],
    'quiet-hours-digest': [texts.quietHoursDigest.title],
    ranking: [texts.rankingNews.title],
    start: [texts.card.started],
  }) as const;

export type Told = keyof ReturnType<typeof said> | 'card' | 'again' | 'other';

const PATTERNS = [en, es].flatMap((texts) =>
  Object.entries(said(texts)).map(([kind, all]) => ({
    // The keys of the table above.
    kind: kind as keyof ReturnType<typeof said>,
    pattern: new RegExp(String.raw`^\W*(?:${all.map(patternOf).join('|')})`, 'u'),
  })),
);

/** A badge, and no push notification (Discord's documentation, "Message Flags"). */
const QUIET = 4096;

/** What a post tells, in English or in Spanish. */
export const kindOf = ({ content, flags }: ShownMessage): Told => {
  // What is covered says first whose it is.
  const words = content.replace(/<@&?\d+>\s?/g, '').replace(/^[^|]*\|\|/, '');
  const found = PATTERNS.find(({ pattern }) => pattern.test(words))?.kind;
  if (((flags ?? 0) & QUIET) !== 0) return 'card';
  return found ?? 'other';
};

/**
 * What was posted in a channel, in its order: cards that were posted anew in place of the start or of
 * themselves apart, and all games of a row as one.
 */
export const toldIn = (shown: readonly Shown[]): readonly Told[] => {
  const kinds = shown.flatMap(({ type, message }) =>
    type === 'message-create' && message !== null ? [kindOf(message)] : [],
  );
  const isAgain = (kind: Told, index: number): boolean =>
    kind === 'card' && kinds.slice(0, index).some((each) => each === 'card' || each === 'start');
  return kinds
    .filter((kind, index) => !isAgain(kind, index))
    .filter((kind, index, all) => kind !== 'game' || all[index - 1] !== 'game');
};
