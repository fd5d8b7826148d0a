import type { Session } from './session.ts';

/** Who serves a shard. */
export interface ShardAttendance {
  readonly shard: Session['shard'];
  /** Its sessions that are connected now. */
  readonly connected: number;
  /** The most that ever were at a time. */
  readonly most: number;
  /** Whether those that are connected have said, with a heartbeat, that they heard all they were told. */
  readonly isUpToDate: boolean;
}

/** Notes how many sessions of a shard are connected at a time: more than one hear everything twice. */
export const createAttendance = (sessions: () => Iterable<Session>) => {
  const most = new Map<string, Pick<ShardAttendance, 'shard' | 'most'>>();

  const connectedTo = ([id, count]: Session['shard']): readonly Session[] =>
    [...sessions()].filter(
      ({ shard, detachedAt }) => shard[0] === id && shard[1] === count && detachedAt() === null,
    );

  return {
    /** To be told whenever a session was connected. */
    look: (shard: Session['shard']): void => {
      const known = most.get(shard.join('/'))?.most ?? 0;
      most.set(shard.join('/'), { shard, most: Math.max(known, connectedTo(shard).length) });
    },
    all: (): readonly ShardAttendance[] =>
      [...most.values()].map((noted) => {
        const connected = connectedTo(noted.shard);
        return {
          ...noted,
          connected: connected.length,
          isUpToDate: connected.every((session) => session.hasHeardAll()),
        };
      }),
  };
};
