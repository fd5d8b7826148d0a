import { measureLife } from './life.ts';
import { measureServers } from './more-servers.ts';

/** `npm run bench memory`: what servers take, and what the whole process takes over a busy hour. */
export const run = async (): Promise<void> => {
  await measureServers();
  await measureLife();
};
