import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of Linux: the system gives none of these to a program by itself. */
const [FIRST, LAST] = [15_000, 30_000] as const;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** A port that was free a moment ago, and that no program gets which listens on port 0. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
};
