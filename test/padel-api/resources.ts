import { z } from 'zod';
import { HOUR } from '#src/lib/time.ts';
import { createResources } from '#src/padel-api/request/resources.ts';
import { aLog } from '../lib/log.ts';

const NEVER_CACHED = {
  freshMs: () => 0,
  staleWhileRevalidateMs: () => 0,
  staleIfErrorMs: 0,
};

/** The resources of a service whose answers the test gives with each read, past the caches. */
export const someResources = (baseUrl = 'https://padel.example/api') => {
  const clock = { now: 5 * HOUR };
  const now = () => clock.now;
  let answer: (path: string) => Promise<unknown> = () => Promise.reject(new Error('no answer'));
  const http = { json: ({ path }: { readonly path: string }) => answer(path), serviceNow: now };
  const resources = createResources({ baseUrl, http, now, monotonic: now, log: aLog() });
  return {
    clock,
    state: resources.state,
    read: async (
      feature: string,
      path: string,
      by: (path: string) => Promise<unknown>,
    ): Promise<unknown> => {
      answer = by;
      const { read } = resources.reader(feature, NEVER_CACHED, z.unknown());
      return (await read({ path }, { priority: 'background' })).value;
    },
  };
};
