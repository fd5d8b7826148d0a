import type { Message } from './fake-discord.ts';
import type { Stage } from './stage.ts';

/** The words that identify each kind of post, in English. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^What happened meanwhile|^Nothing that is still worth/, 'quiet-hours-digest'],
  [/Correction: /, 'correction'],
  [/Set \d (?:to|of) /, 'set'],
  [/ beat | retired| by walkover/, 'result'],
  [/^New (time|court)/, 'schedule'],
  [/Next on /, 'next'],
  [/ starts at <| start before </, 'reminder'],
  [/New matches: /, 'draw'],
  [/ starts \(| is over \(| is cancelled | has new dates/, 'tournament'],
];

/** A start post. Once the match is over, it says only who played. */
export const START = / has started$|^\*\*[^*]+\*\* – \*\*[^*]+\*\*$/;

/** The kind of a message. A silent message without known words is a card. */
export const kindOf = ({ body }: Pick<Message, 'body'>): string => {
  const content = body.content ?? '';
  const word = WORDS.find(([pattern]) => pattern.test(content))?.[1];
  if (word !== undefined) return word;
  if (body.flags !== undefined) return 'card';
  return START.test(content) ? 'start' : content;
};

/** The kinds of the messages in a channel or thread, in the order they were posted. */
export const typesIn = ({ discord }: Pick<Stage, 'discord'>, channelId: string): string[] =>
  discord.shownIn(channelId).map(kindOf);

/** The texts of the messages of one kind in a channel. */
export const saidIn = (
  { discord }: Pick<Stage, 'discord'>,
  channelId: string,
  kind: string,
): readonly string[] =>
  discord
    .shownIn(channelId)
    .filter((message) => kindOf(message) === kind)
    .map(({ body }) => body.content ?? '');

/** The stored outcome and reason of each delivery to a channel, as `/alerts why` reads them. */
export const storedReasons = async (
  { db }: Pick<Stage, 'db'>,
  channelKey = 1,
): Promise<readonly string[]> => {
  const rows = await db()
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .select(['events.kind', 'deliveries.outcome', 'deliveries.reason'])
    .where('deliveries.channelKey', '=', channelKey)
    .orderBy('events.id')
    .execute();
  return rows.map(({ kind, outcome, reason }) => `${kind} ${outcome}: ${reason ?? 'no reason'}`);
};
