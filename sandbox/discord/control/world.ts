import type { Discord } from '../discord.ts';
import type { World } from '../shown-state.ts';
import { isObject } from '../json.ts';

/** What the padel service answered. */
export interface WorldAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Passes a request on to the padel service that is attached; 404 when there is none. */
export const askWorld = async (
  { worldUrl }: Discord,
  method: 'GET' | 'POST',
  body?: unknown,
): Promise<WorldAnswer> => {
  if (worldUrl === null) {
    const message = 'No padel service is attached: start the local Discord with --world URL';
    return { status: 404, body: { message } };
  }
  try {
    const response = await fetch(new URL('/sandbox/world', worldUrl), {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    const message = `The padel service at ${worldUrl} does not answer: ${String(error)}`;
    return { status: 502, body: { message } };
  }
};

/** Whether a body is a world: the service is our own, its outline is enough. */
export const isWorld = (body: unknown): body is World =>
  isObject(body) && typeof body['now'] === 'string' && typeof body['speed'] === 'number';
