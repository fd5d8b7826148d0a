import { audiencesAfter, type Audience, type Recipients } from '#src/store/members/audiences.ts';
import type { Db } from '#src/store/connection/database.ts';

type Reached = Omit<Audience, 'hidingIds'>;

/** Audiences in which nobody hides scores. */
export const withoutHiding = (audiences: readonly Audience[]): readonly Reached[] =>
  audiences.map(({ channel, memberIds }) => ({ channel, memberIds }));

export const START = { kind: 'start', matchId: 123 } as const;

export const RESULT = {
  kind: 'result',
  matchId: 123,
  status: 'finished',
  winner: 'team_1',
  score: [],
  minutes: null,
} as const;

/** Everyone who receives a result of these. */
export const audiencesOfAll = async (db: Db, recipients: Recipients): Promise<readonly Reached[]> =>
  withoutHiding((await audiencesAfter(db, recipients, RESULT, 0, 100)).audiences);
