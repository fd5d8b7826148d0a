import type { Config } from '#src/config.ts';
import { startChild, type Child } from './child.ts';
import { isWrite, NO_TROUBLE, startHttpProxy } from './http-proxy.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** One of several processes of the bot. */
export interface Member extends Pick<Child, 'end' | 'signal'> {
  /** Starts it, and resolves when it is connected or has exited. */
  readonly start: () => Promise<void>;
  /** Its resident memory, megabytes; 0 while it does not run. */
  readonly megabytes: () => Promise<number>;
  /** Its connection to the database. */
  readonly database: Pick<TcpProxy, 'cut' | 'mute' | 'mend'>;
  /** Ends it, and its proxies to the database and to Discord. */
  readonly close: () => Promise<void>;
}

export interface MemberOptions {
  /** The same for all members; each gets its own proxies to the database and to Discord. */
  readonly config: Config;
  /** How many milliseconds the clock of a process started now is ahead of the real one. */
  readonly clockAhead: () => number;
  /** Called for each request of this member that writes to Discord, before it arrives there. */
  readonly wrote: (member: Member) => void;
}

/** @param options `config.databaseUrl` must be a PostgreSQL on this machine */
export const openMember = async (options: MemberOptions): Promise<Member> => {
  const { config, clockAhead, wrote } = options;
  const databaseUrl = new URL(config.databaseUrl);
  const database = await startTcpProxy(Number(databaseUrl.port));
  databaseUrl.port = String(database.port);
  const { origin, pathname } = new URL(config.discord.apiUrl);
  const discord = await startHttpProxy({
    target: origin,
    trouble: (passing) => {
      if (isWrite(passing)) wrote(member);
      return NO_TROUBLE;
    },
  });
  const own: Config = {
    ...config,
    databaseUrl: databaseUrl.href,
    discord: { ...config.discord, apiUrl: `${discord.url}${pathname}` },
  };
  let child: Child | undefined;

  const end: Child['end'] = async (signal) => {
    await child?.end(signal);
    child = undefined;
  };

  const member: Member = {
    database,
    start: async () => {
      child = startChild({ config: own, ahead: clockAhead() });
      await child.isUp;
    },
    megabytes: async () => (await child?.megabytes()) ?? 0,
    signal: (signal) => {
      child?.signal(signal);
    },
    end,
    close: async () => {
      await end('SIGKILL');
      await discord.stop();
      await database.stop();
    },
  };
  return member;
};
