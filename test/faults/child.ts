import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Config } from '#src/config.ts';
import { environmentOf } from '../e2e/process.ts';
import type { Machine } from './machine.ts';

export interface ChildOptions {
  readonly config: Config;
  /** By how many milliseconds its clock is ahead of the real one. */
  readonly ahead: number;
}

/** The bot as a real process. */
export interface Child {
  /** Resolves when the process has exited, for whatever reason. */
  readonly gone: Promise<unknown>;
  /** Changes the state of its machine; does nothing when the process has exited. */
  readonly steer: (machine: Machine) => void;
  /** Resolves with true when it is connected to Discord, with false when it exits before. */
  readonly isUp: Promise<boolean>;
  /** `SIGSTOP` freezes it in the middle of its work, `SIGCONT` lets it go on. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Its resident memory, megabytes. */
  readonly megabytes: () => Promise<number>;
  /** Sends a signal that ends it, and resolves when it has exited; `SIGKILL` allows no cleanup. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** The environment variables that an operator sets for a bot that receives webhooks. */
const httpEnvironment = (http: Config['http']): NodeJS.ProcessEnv => {
  if (http === undefined) return {};
  const { port, webhook } = http;
  return {
    HTTP_PORT: String(port),
    WEBHOOK_PATH: webhook?.path,
    WEBHOOK_SECRET: webhook?.signing?.secrets[0],
    WEBHOOK_SIGNATURE_HEADER: webhook?.signing?.header,
  };
};

export const startChild = ({ config, ahead }: ChildOptions): Child => {
  const child = spawn(
    process.execPath,
    [
      ...['--import', './test/e2e/shifted-clock.ts'],
      ...['--import', './test/faults/steered-machine.ts'],
      'src/main.ts',
    ],
    {
      env: {
        ...environmentOf(config),
        ...httpEnvironment(config.http),
        LOG_LEVEL: config.logLevel,
        CLOCK_AHEAD: String(ahead),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const gone = new Promise<false>((resolve) => {
    child.once('exit', () => {
      resolve(false);
    });
  });
  const connected = new Promise<true>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (output: string) => {
      if (output.includes('is connected to Discord')) resolve(true);
    });
  });
  return {
    gone,
    steer: (machine) => {
      if (child.connected) child.send(machine);
    },
    isUp: Promise.race([connected, gone]),
    signal: (signal) => {
      child.kill(signal);
    },
    megabytes: async () => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return (Number(stdout) * 1_024) / 1e6;
    },
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
};
