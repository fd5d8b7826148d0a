import type { Session } from './session.ts';

/** The sessions of a shard. */
export interface ShardConnections {
  readonly shard: Session['shard'];
  /** How many of its sessions are connected now. */
  readonly connected: number;
  /** The most that were ever connected at once. */
  readonly peak: number;
  /** Whether the heartbeats of all connected sessions acknowledge every event. */
  readonly isUpToDate: boolean;
}

/** Counts the connected sessions of each shard: with more than one, events arrive twice. */
export const createShardConnections = (sessions: () => Iterable<Session>) => {
  const peaks = new Map<string, Pick<ShardConnections, 'shard' | 'peak'>>();

  const connectedTo = ([id, count]: Session['shard']): readonly Session[] =>
    [...sessions()].filter(
      ({ shard, detachedAt }) => shard[0] === id && shard[1] === count && detachedAt() === null,
    );

  return {
    /** Call after each connection of a session. */
    update: (shard: Session['shard']): void => {
      const known = peaks.get(shard.join('/'))?.peak ?? 0;
      peaks.set(shard.join('/'), { shard, peak: Math.max(known, connectedTo(shard).length) });
    },
    all: (): readonly ShardConnections[] =>
      [...peaks.values()].map((noted) => {
        const connected = connectedTo(noted.shard);
        return {
          ...noted,
          connected: connected.length,
          isUpToDate: connected.every((session) => session.hasAcknowledgedAll()),
        };
      }),
  };
};
