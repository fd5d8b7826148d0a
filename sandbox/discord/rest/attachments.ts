import type { FastifyInstance } from 'fastify';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { messagesOf } from '../state/state.ts';

interface Params {
  readonly channel: string;
  readonly id: string;
  readonly filename: string;
}

/** The files of messages and of commands, under the addresses that these give. */
export const attachmentRoutes = (app: FastifyInstance, { state, files }: Discord): void => {
  app.get<{ Params: Params }>('/attachments/:channel/:id/:filename', async ({ params }, reply) => {
    const known = messagesOf(state, params.channel).flatMap((stored) => stored.files);
    const file = known.find(({ id, filename }) => id === params.id && filename === params.filename);
    const bytes = file === undefined ? null : files.read(file.id);
    if (file === undefined || bytes === null) {
      const { status, message, code } = refusal('notFound');
      return reply.code(status).send({ message, code });
    }
    return reply
      .headers({
        'content-type': file.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(bytes);
  });

  app.get<{ Params: Pick<Params, 'id'> }>(
    '/ephemeral-attachments/:application/:id/:filename',
    async ({ params }, reply) => {
      const bytes = files.read(params.id);
      if (bytes === null) {
        const { status, message, code } = refusal('notFound');
        return reply.code(status).send({ message, code });
      }
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes);
    },
  );
};
