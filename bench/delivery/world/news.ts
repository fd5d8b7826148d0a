import type { AlertEvent } from '#src/domain/alerts/events.ts';

/** News to post in a row of channels. */
export interface News {
  readonly matchId: number;
  readonly kind: 'set' | 'result';
  /** Numbers of the first and the last channel. */
  readonly channels: readonly [number, number];
}

const SET = { team_1: 6, team_2: 3, tieBreak: null };

/** Players above this have no followers in the world. */
const OUTSIDE = 1_000_000;

/** The players of a news item's match, who have no followers. */
export const playersIn = ({ matchId }: Pick<News, 'matchId'>): readonly number[] =>
  [1, 2, 3, 4].map((player) => OUTSIDE + matchId * 10 + player);

/** Text that all posts of this news contain, and no others. */
export const signOf = (news: Pick<News, 'matchId'>): string => `Player${playersIn(news)[0]}`;

/** The news in our outbox. */
export const eventOf = ({ matchId, kind }: News): AlertEvent =>
  kind === 'set'
    ? { kind, matchId, set: 1, score: SET, minutes: 30 }
    : { kind, matchId, status: 'finished', winner: 'team_1', score: [SET, SET], minutes: 70 };

/** The news as a simple bot writes it. */
export const textOf = (news: News): string =>
  news.kind === 'set'
    ? `Set 1 to **${signOf(news)}**, 6-3 (30 min).`
    : `**${signOf(news)}** won, 6-3, 6-3 (70 min).`;
