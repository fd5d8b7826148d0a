import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process with this Node; the first of the words, `node`, stands for it. */
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
     * Ends it as a supervisor does: with SIGTERM, and by force when that takes too long.
     * @param patience milliseconds; 10 s are those of `docker stop` and of bandeja.service
     * @returns its exit code; null when it was killed
     */
    supervisedEnd: async (patience = 10_000): Promise<number | null> => {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), patience);
      const code = await ended;
      clearTimeout(impatience);
      return code;
    },
  };
};
