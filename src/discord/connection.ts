import { Status, type Client } from 'discord.js';

/**
 * Whether the gateway is connected. A client that was ready once says so for ever (discord.js 14.28):
 * only its shards know of a lost connection.
 */
export const isConnected = ({ ws: { shards } }: Client): boolean =>
  shards.size > 0 && shards.every(({ status }) => status === Status.Ready);
