import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PROFILES, type Profile } from '../world/profile.ts';
import type { Knowledge } from '../world/world.ts';
import type { Endpoint } from './endpoint.ts';
import { Moved, notFound, subscriptionRequired, unauthenticated } from './errors.ts';
import { masked } from './masks.ts';
import { includes, planOf, tokenOf, type Plan } from './plans.ts';

/** The plan of the caller. @throws ApiError 401 */
export const planOfRequest = ({ headers }: FastifyRequest): Plan => {
  const plan = planOf(tokenOf(headers.authorization));
  if (plan === null) throw unauthenticated();
  return plan;
};

const template = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const paramsSchema = z.record(z.string(), z.string());

/** The address of a request with other ids in its path. */
const movedTo = (path: string, { ids }: Moved, { params, url }: FastifyRequest): string => {
  const all: Readonly<Record<string, string | number>> = { ...paramsSchema.parse(params), ...ids };
  const target = path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => String(all[name]));
  return `/api${target}${url.includes('?') ? url.slice(url.indexOf('?')) : ''}`;
};

/** Whether a request has a parameter that the free plan does not have. */
const isPaid = ({ freeOnly }: Endpoint, query: unknown): boolean => {
  const given = new Map(Object.entries(z.looseObject({}).safeParse(query).data ?? {}));
  return Object.entries(freeOnly).some(
    ([name, free]) => given.has(name) && given.get(name) !== free,
  );
};

/** What the profiles answer under one address; a profile without an entry does not know it. */
export interface Served extends Readonly<Partial<Record<Profile, Endpoint>>> {
  readonly method: Endpoint['method'];
  readonly path: string;
}

/** The endpoints of all profiles by their addresses. */
export const addressesOf = (
  endpoints: Readonly<Record<Profile, readonly Endpoint[]>>,
): readonly Served[] => {
  const served = new Map<string, Served>();
  for (const profile of PROFILES) {
    for (const endpoint of endpoints[profile]) {
      const { method, path } = endpoint;
      const address = `${method} ${path}`;
      served.set(address, { ...(served.get(address) ?? { method, path }), [profile]: endpoint });
    }
  }
  return [...served.values()];
};

/** Serves an address: plan, input, redirect of what was merged, masks. */
export const serve = (server: FastifyInstance, served: Served, world: () => Knowledge): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const known = world();
    const endpoint = served[known.profile];
    if (endpoint === undefined) throw notFound();
    const plan = planOfRequest(request);
    if (!includes(plan, endpoint.plan)) throw subscriptionRequired();
    if (plan === 'free' && isPaid(endpoint, request.query)) throw subscriptionRequired();
    const { params, query, body, protocol, host } = request;
    const url = `${protocol}://${host}${request.url}`;
    try {
      const whole = await endpoint.answerTo({ params, query, body, url }, known);
      return plan === 'free' ? masked(endpoint.answer, whole, known.now) : whole;
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      return reply.redirect(movedTo(endpoint.path, error, request), 302);
    }
  };
  server.route({
    method: served.method,
    url: template(served.path),
    exposeHeadRoute: false,
    handler: answer,
  });
};
