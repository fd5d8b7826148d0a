import { measureLife } from './life.ts';
import { measureServers } from './more-servers.ts';

/** `npm run bench memory`: the memory of servers, and of the whole process over a busy hour. */
export const run = async (): Promise<void> => {
  await measureServers();
  await measureLife();
};
