import type { Instant } from '../domain/terms.ts';
import type { Db } from './schema.ts';

/**
 * Forgets what nobody asks about any more: news, deliveries, cards and matches from before `before`,
 * and who follows such a match. Other follows, channels and names stay.
 */
export const forgetBefore = (db: Db, before: Instant): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const old = tx.selectFrom('events').select('id').where('created_at', '<', before);
    await tx.deleteFrom('deliveries').where('event_id', 'in', old).execute();
    await tx.deleteFrom('events').where('created_at', '<', before).execute();
    const gone = tx.selectFrom('matches').select('id').where('changed_at', '<', before);
    await tx.deleteFrom('cards').where('match_id', 'in', gone).execute();
    await tx.deleteFrom('unwanted_messages').where('match_id', 'in', gone).execute();
    await tx.deleteFrom('match_states').where('match_id', 'in', gone).execute();
    await tx.deleteFrom('threads').where('match_id', 'in', gone).execute();
    await tx.deleteFrom('server_events').where('match_id', 'in', gone).execute();
    // Nothing is going to come of it.
    await tx
      .deleteFrom('follows')
      .where('kind', '=', 'match')
      .where('target_id', 'in', gone)
      .execute();
    await tx.deleteFrom('matches').where('changed_at', '<', before).execute();
  });
