import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Knowledge } from '../world/world.ts';
import type { Endpoint } from './endpoint.ts';
import { Moved, subscriptionRequired, unauthenticated } from './errors.ts';
import { masked } from './masks.ts';
import { planOf, tokenOf, type Plan } from './plans.ts';

/** The plan of whoever asks. @throws ApiError 401 */
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

/** Serves an endpoint: plan, input, redirect of what was merged, masks. */
export const serve = (
  server: FastifyInstance,
  endpoint: Endpoint,
  known: () => Knowledge,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const plan = planOfRequest(request);
    if (endpoint.isRestricted && plan !== 'pro') throw subscriptionRequired();
    const { params, query, body, protocol, host } = request;
    const url = `${protocol}://${host}${request.url}`;
    try {
      const whole = await endpoint.answerTo({ params, query, body, url }, known());
      return plan === 'pro' ? whole : masked(endpoint.answer, whole);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      return reply.redirect(movedTo(endpoint.path, error, request), 302);
    }
  };
  server.route({
    method: endpoint.method,
    url: template(endpoint.path),
    exposeHeadRoute: false,
    handler: answer,
  });
};
