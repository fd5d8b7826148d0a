import type { FastifyRequest } from 'fastify';
import { serverError, tooManyAttempts, type ApiError } from './api/errors.ts';
import type { Timers } from './timers.ts';
import type { WorldRequest } from '../discord/control-contract.ts';
import type { World } from '../discord/shown-state.ts';

/** How the API behaves, and the means to change it. */
export interface Behaviour {
  mode: World['api'];
  /** The matches of which no frame is sent. */
  silent: NonNullable<WorldRequest['silent']>;
  proxy: NonNullable<WorldRequest['proxy']>;
  /** The matches whose sides are exchanged. */
  exchanged: NonNullable<WorldRequest['exchanged']>;
  /** The matches that are put off to the next day, whatever their course. */
  putOff: NonNullable<WorldRequest['putOff']>;
  /** Whether the proxy in front refuses a client by its name. */
  readonly refuses: (userAgent: string | undefined) => boolean;
  readonly isSilent: (match: number) => boolean;
  /** Applies the mode to one request: returns an error to answer with, or null to continue. */
  readonly misbehave: (request: FastifyRequest) => Promise<ApiError | null>;
  /** Releases every held request, for a stop. */
  release: () => void;
}

/** What clients call themselves that do not care: nothing, or a library's name. */
const LIBRARIES =
  /^$|^(node|undici|axios|curl|wget|got|python|go-http-client|java|okhttp|postmanruntime|lightmyrequest)\b/i;

/** What the proxy in front of the public service answers then. */
export const PROXY_REFUSAL = '<!doctype html><title>Access denied</title> error code: 1010';

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
    silent: [],
    proxy: 'open',
    exchanged: [],
    putOff: [],
    refuses: (userAgent = '') => behaviour.proxy === 'strict' && LIBRARIES.test(userAgent.trim()),
    isSilent: (match) =>
      behaviour.silent === 'all' || [...behaviour.silent, ...behaviour.putOff].includes(match),
    misbehave: async (request) => acts[behaviour.mode](request),
    release() {
      for (const go of held) go();
    },
  };
  return behaviour;
};
