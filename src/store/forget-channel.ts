import type { Tx } from './schema.ts';

/** Deletes a channel and everything that belongs to it. */
export const forgetChannel = async (tx: Tx, key: number): Promise<void> => {
  await tx.deleteFrom('follows').where('channel_id', '=', key).execute();
  await tx.deleteFrom('cards').where('channel_id', '=', key).execute();
  await tx.deleteFrom('unwanted_messages').where('channel_id', '=', key).execute();
  await tx.deleteFrom('threads').where('channel_id', '=', key).execute();
  await tx.deleteFrom('deliveries').where('channel_id', '=', key).execute();
  // Events for this channel only.
  await tx.deleteFrom('events').where('channel_id', '=', key).execute();
  await tx.deleteFrom('channels').where('id', '=', key).execute();
};
