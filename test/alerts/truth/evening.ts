import { vi } from 'vitest';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import { DAY, MINUTE } from '#src/lib/time.ts';
import { discordId } from '../../store/rows.ts';
import { aStage, pass, type Stage } from '../stage.ts';
import { kindOf } from '../told.ts';
import { aService } from './service.ts';

/** Channels that hear of the same evening: everything, results alone, everything late. */
export const CHANNELS = { all: 1, results: 2, delayed: 3 } as const;

/** A channel with nothing but a board. */
const BOARD = 4;

const EVERYTHING: readonly AlertType[] = ['start', 'set', 'result', 'card', 'news'];

/** The stage of all evenings of a property, and how many there have been. */
export const aStageOfEvenings = async (...targets: readonly FollowTarget[]) => {
  const stage = await aStage();
  await stage.chosen(CHANNELS.all, { settings: { types: EVERYTHING } }, ...targets);
  await stage.chosen(CHANNELS.results, { settings: { types: ['result'] } }, ...targets);
  const delay = { types: EVERYTHING, delay: 300 };
  await stage.chosen(CHANNELS.delayed, { settings: delay }, ...targets);
  await stage.chosen(BOARD, { settings: { types: [], board: true } }, ...targets);
  stage.alerts().wake();
  let evening = 0;
  return {
    stage,
    service: aService(stage),
    /** Another day begins: a board shows no match of the evenings before. */
    nextEvening: async (): Promise<number> => {
      vi.setSystemTime(Date.now() + DAY - ((Date.now() - DAY / 2) % DAY));
      await pass(2 * MINUTE);
      evening += 1;
      return evening;
    },
  };
};

export const today = (): string => new Date().toISOString().slice(0, 10);

/** An ending of letters, for a name that no other evening has. */
export const letters = (evening: number): string =>
  String(evening).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

export interface Said {
  readonly kind: string;
  readonly text: string;
}

const shownText = (text: string, ending: string): string =>
  text.replaceAll(ending, '').replace(/ \(corrected <t:\d+:t>\)/, '');

/** What a channel says of the names with this ending, in order. What only says that a post was edited is left out. */
export const saidIn = ({ discord }: Stage, channel: number, ending: string): readonly Said[] =>
  discord
    .shownIn(discordId(channel))
    .filter(({ body }) => JSON.stringify(body).includes(ending))
    .map((message) => {
      const { content = '', embeds = [] } = message.body;
      const shown = embeds.map(({ title = '', description = '' }) => `${title} ${description}`);
      const kind = kindOf(message);
      const isCard = kind === 'card' || kind === 'start';
      return { kind, text: shownText([content, ...(isCard ? shown : [])].join(' | '), ending) };
    });

/** The texts that were to stand in a channel, in the order they were sent, taken by Discord or not. */
export const triedIn = ({ discord }: Stage, channel: number, ending: string): readonly string[] =>
  discord.requests
    .filter(({ channelId }) => channelId === discordId(channel))
    .map(({ body }) => body.content ?? '')
    .filter((content) => content.includes(ending))
    .map((content) => shownText(content, ending));

/** The lines of the board that name somebody with this ending. */
export const boardLines = ({ discord }: Stage, ending: string): readonly string[] => {
  const [board] = discord.shownIn(discordId(BOARD));
  const lines = board?.body.embeds?.[0]?.description?.split('\n') ?? [];
  return lines.filter((line) => line.includes(ending)).map((line) => shownText(line, ending));
};

export const staleCards = ({ db }: Stage) =>
  db()
    .selectFrom('cards')
    .innerJoin('matches', 'matches.id', 'cards.matchId')
    .select(['cards.matchId', 'cards.channelKey', 'shownRev', 'rev'])
    .whereRef('shownRev', '<', 'rev')
    .execute();
