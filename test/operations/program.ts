import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command line whose first word is `node` with the Node of this process. */
export const runProgram = (
  [, ...words]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) => {
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  return {
    said: () => said,
    /** Its exit code; null when it was killed. */
    ended,
    /**
     * Ends it as a supervisor does: with SIGTERM, and with SIGKILL when that takes too long.
     * @param timeoutMs by default the 10 s of `docker stop` and of bandeja.service
     * @returns its exit code; null when it was killed
     */
    supervisedEnd: async (timeoutMs = 10_000): Promise<number | null> => {
      child.kill('SIGTERM');
      const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const code = await ended;
      clearTimeout(timeout);
      return code;
    },
  };
};
