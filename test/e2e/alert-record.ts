import type { ControlEvent, ShownMessage } from '#sandbox/discord/shown-state.ts';
import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };
import { isProof } from './stage.ts';

/** A message that was posted, edited or deleted in a channel. */
export interface Shown {
  readonly type: 'message-create' | 'message-update' | 'message-delete';
  readonly channelId: string;
  readonly messageId: string;
  /** The message after the change; null when it was deleted. */
  readonly message: ShownMessage | null;
  /** On the bot's clock, milliseconds since 1970. */
  readonly at: number;
}

export interface Recording {
  /** Everything the bot showed in a channel, in order, without its responses to commands. */
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

/** Records all messages of the local Discord. */
export const startRecording = async (discordUrl: string, now: () => number): Promise<Recording> => {
  const shown: Shown[] = [];
  const ending = new AbortController();
  const { body } = await fetch(new URL('/sandbox/events', discordUrl), { signal: ending.signal });
  if (body === null) throw new Error('the local Discord sends no events');
  const listen = async (): Promise<void> => {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((each) => each.startsWith('data: '))) {
        // The control API guarantees this type.
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

/** A pattern for the texts that a template of the locale files produces. */
const patternOf = (text: string): string =>
  text
    .split(/\{\{[^}]*\}\}/)
    .map(escaped)
    .join('.+');

type Texts = typeof en | typeof es;

const templatesOf = (texts: Texts) =>
  ({
    next: [texts.post.next, texts.post.nextSoon],
    reminder: [texts.post.reminder, texts.post.reminderNotBefore],
    key: [texts.post.key, texts.post.keyTieBreak, texts.post.keyDecider],
    upset: [texts.post.upsetWatch],
    set: [texts.post.set],
    correction: [texts.post.correction],
    result: [texts.post.result, texts.post.retired, texts.post.walkover],
    schedule: [texts.post.moved, texts.post.otherCourt, texts.post.movedAndCourt],
    draw: [texts.draw.title],
    tournament: Object.values(texts.tournamentNews),
    digest: [texts.dailyDigest.title, texts.board.nothing],
    'quiet-hours-digest': [texts.quietHoursDigest.title],
    ranking: [texts.ranking.edition],
    start: [texts.card.started],
  }) as const;

export type PostKind = keyof ReturnType<typeof templatesOf> | 'card' | 'again' | 'other';

const PATTERNS = [en, es].flatMap((texts) =>
  Object.entries(templatesOf(texts)).map(([kind, all]) => ({
    // The keys of the table above.
    kind: kind as keyof ReturnType<typeof templatesOf>,
    pattern: new RegExp(String.raw`^\W*(?:${all.map(patternOf).join('|')})`, 'u'),
  })),
);

/** The flag of a silent message: a badge, no push (Discord's documentation, "Message Flags"). */
const SILENT = 4096;

/** The kind of a post, from its English or Spanish text. */
export const kindOf = ({ content, flags }: ShownMessage): PostKind => {
  // A post with covered scores starts with the match, in front of the spoiler.
  const words = content.replace(/<@&?\d+>\s?/g, '').replace(/^[^|]*\|\|/, '');
  const found = PATTERNS.find(({ pattern }) => pattern.test(words))?.kind;
  if (((flags ?? 0) & SILENT) !== 0) return 'card';
  return found ?? 'other';
};

/**
 * The kinds of the posts in a channel, in order. A card that was reposted in place of a start or of
 * another card is left out.
 */
export const typesIn = (shown: readonly Shown[]): readonly PostKind[] => {
  const kinds = shown.flatMap(({ type, message }) =>
    type === 'message-create' && message !== null ? [kindOf(message)] : [],
  );
  const isRepost = (kind: PostKind, index: number): boolean =>
    kind === 'card' && kinds.slice(0, index).some((each) => each === 'card' || each === 'start');
  return kinds.filter((kind, index) => !isRepost(kind, index));
};
