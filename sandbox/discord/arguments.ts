import { parseArgs } from 'node:util';
import { orUsageError, UsageError } from '../../src/lib/usage-error.ts';

export const USAGE = `A local Discord for any bot, with a page in the browser.

  npm run local-discord -- [--port 4200] [--state FILE] [--world URL]

  --port   port on 127.0.0.1; 0 picks a free one (default 4200)
  --state  file that keeps everything across restarts (default: none)
  --world  a padel service to control from the page, e.g. http://127.0.0.1:4100
  --help   this text

More: sandbox/discord/README.md`;

export interface Arguments {
  readonly port: number;
  readonly stateFile?: string;
  readonly worldUrl?: string;
}

/** The command line's arguments, or `help`. Throws a `UsageError`. */
export const parseArguments = (argv: readonly string[]): Arguments | 'help' => {
  const { port, state, world, help } = values(argv);
  if (help) return 'help';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${port}".`);
  }
  if (state === '') throw new UsageError('--state needs the name of a file.');
  if (world !== undefined && !/^https?:$/.test(URL.parse(world)?.protocol ?? '')) {
    throw new UsageError(
      `--world must be an address such as http://127.0.0.1:4100, not "${world}".`,
    );
  }
  return {
    port: Number(port),
    ...(state === undefined ? {} : { stateFile: state }),
    ...(world === undefined ? {} : { worldUrl: world }),
  };
};

const values = (argv: readonly string[]) =>
  orUsageError(
    () =>
      parseArgs({
        args: [...argv],
        options: {
          port: { type: 'string', default: '4200' },
          state: { type: 'string' },
          world: { type: 'string' },
          help: { type: 'boolean', default: false },
        },
      }).values,
  );
