import type { FastifyRequest } from 'fastify';
import { serverError, tooManyAttempts, type ApiError } from './api/errors.ts';
import type { Timers } from './timers.ts';
import type { World } from '../discord/shown-state.ts';

/** How the API behaves, and the means to change it. */
export interface Behaviour {
  mode: World['api'];
  /** Applies the mode to one request: returns an error to answer with, or null to continue. */
  readonly misbehave: (request: FastifyRequest) => Promise<ApiError | null>;
  /** Releases every held request, for a stop. */
  release: () => void;
}

/** How long a slow answer takes, milliseconds. */
const SLOW = 10_000;

/** Creates the behaviour of an API without faults. */
export const createBehaviour = (timers: Timers): Behaviour => {
  const held = new Set<() => void>();

  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        held.delete(go);
        cancel();
        resolve();
      };
      const cancel = timers.after(SLOW, go);
      held.add(go);
    });

  const acts: Readonly<
    Record<World['api'], (request: FastifyRequest) => Promise<ApiError | null> | ApiError | null>
  > = {
    ok: () => null,
    errors: () => serverError(),
    busy: () => tooManyAttempts(),
    slow: async () => {
      await hold();
      return null;
    },
    down: (request) => {
      request.raw.socket.destroy();
      return serverError();
    },
  };

  const behaviour: Behaviour = {
    mode: 'ok',
    misbehave: async (request) => acts[behaviour.mode](request),
    release() {
      for (const go of held) go();
    },
  };
  return behaviour;
};
