import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RealtimeApp } from './credentials.ts';
import { faultOfChannel, needsAuth } from './frames.ts';
import type { Hub, Publication } from './hub.ts';
import { faultOfSignature } from './signature.ts';

/** The hosted provider's limits: bytes of one event's data, channels and batched events per call. */
const LIMITS = { data: 10_240, channels: 100, batch: 10, name: 200 } as const;

const channel = z
  .string()
  .refine((name) => faultOfChannel(name) === null, 'invalid channel name')
  .refine((name) => !needsAuth(name), 'only public channels exist here');
const name = z.string().min(1).max(LIMITS.name);
const data = z.string();

const single = z
  .object({
    name,
    data,
    channel: channel.optional(),
    channels: z.array(channel).min(1).max(LIMITS.channels).optional(),
    socket_id: z.string().optional(),
  })
  .refine((event) => event.channel ?? event.channels, 'channel or channels is missing')
  .transform(({ channels, ...event }): Publication[] =>
    (channels ?? [event.channel ?? '']).map((each) => ({
      channel: each,
      name: event.name,
      data: event.data,
      exceptSocketId: event.socket_id,
    })),
  );

const batched = z
  .object({
    batch: z
      .array(z.object({ name, data, channel, socket_id: z.string().optional() }))
      .min(1)
      .max(LIMITS.batch),
  })
  .transform(({ batch }): Publication[] =>
    batch.map(({ socket_id, ...event }) => ({ ...event, exceptSocketId: socket_id })),
  );

const parsedJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

/**
 * Adds the signed HTTP publish API: `POST /apps/:appId/events` and `…/batch_events`. Answers `{}`;
 * a fault is answered with plain text: 400 (body), 401 (signature), 404 (app), 413 (too long).
 */
export const addPublishApi = (
  server: FastifyInstance,
  { app, hub, now }: { app: RealtimeApp; hub: Hub; now: () => number },
): void => {
  // The signature covers the bytes, so this scope keeps the body unparsed.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  const publishWith =
    (schema: z.ZodType<Publication[]>) =>
    async (request: FastifyRequest<{ Params: { appId: string } }>, reply: FastifyReply) => {
      if (request.params.appId !== app.appId) return reply.code(404).send('Unknown app');

      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const query = z.record(z.string(), z.string()).safeParse(request.query).data ?? {};
      const path = withoutQuery(request.url);
      const fault = faultOfSignature({ method: request.method, path, query, body }, app, now());
      if (fault !== null) return reply.code(401).send(fault);

      const publications = schema.safeParse(parsedJson(body));
      if (!publications.success) return reply.code(400).send(z.prettifyError(publications.error));
      if (publications.data.some((each) => Buffer.byteLength(each.data) > LIMITS.data)) {
        return reply.code(413).send(`The data of an event must not exceed ${LIMITS.data} bytes`);
      }

      for (const publication of publications.data) hub.publish(publication);
      return reply.send({});
    };

  server.post('/apps/:appId/events', publishWith(single));
  server.post('/apps/:appId/batch_events', publishWith(batched));
};
