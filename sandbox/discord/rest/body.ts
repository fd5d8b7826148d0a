import type { FastifyInstance, FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import { refusal } from '../errors.ts';
import type { Upload } from '../messages/uploads.ts';

/** A request's body: its JSON, and the files that came with it. */
export interface Body {
  readonly json: unknown;
  readonly uploads: readonly Upload[];
}

/** Adds Discord's two body formats to a server: JSON, and multipart with `payload_json`. */
export const acceptBodies = async (app: FastifyInstance, fileBytes: number): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, text === '' ? undefined : parseJson(String(text)));
  });
  await app.register(multipart, { limits: { fileSize: fileBytes, files: 10 } });
};

/** Reads a request's body. Throws 40005 for a file that is too large, 50109 for broken JSON. */
export const readBody = async (request: FastifyRequest): Promise<Body> => {
  if (!request.isMultipart()) return { json: orInvalid(request.body), uploads: [] };
  const uploads: Upload[] = [];
  let json: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch(() => {
        throw refusal('fileTooLarge');
      });
      const index = Number(/\d+/.exec(part.fieldname)?.[0] ?? uploads.length);
      uploads.push({ index, filename: part.filename, contentType: part.mimetype, bytes });
    } else if (part.fieldname === 'payload_json') {
      json = orInvalid(parseJson(String(part.value)));
    }
  }
  return { json: json ?? {}, uploads };
};

const INVALID = Symbol('invalid JSON');

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return INVALID;
  }
};

const orInvalid = (json: unknown): unknown => {
  if (json === INVALID) throw refusal('invalidJson');
  return json ?? {};
};
