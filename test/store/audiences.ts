import { audiencesAfter, type Audience, type Recipients } from '#src/store/follows/audiences.ts';
import type { Db } from '#src/store/connection/database.ts';

type Reached = Omit<Audience, 'hidingIds'>;

/** Audiences in which nobody hides scores. */
export const withoutHiding = (audiences: readonly Audience[]): readonly Reached[] =>
  audiences.map(({ channel, memberIds }) => ({ channel, memberIds }));

/** Everyone who receives a result of these. */
export const audiencesOfAll = async (db: Db, recipients: Recipients): Promise<readonly Reached[]> =>
  withoutHiding((await audiencesAfter(db, recipients, 'result', 0, 100)).audiences);
