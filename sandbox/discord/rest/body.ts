import type { FastifyInstance, FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import { invalidForm, refusal } from '../errors.ts';
import type { Upload } from '../messages/uploads.ts';

/** A request's body: its JSON, and the files that came with it. */
export interface Body {
  readonly json: unknown;
  readonly uploads: readonly Upload[];
}

/**
 * Adds Discord's two body formats to a server: JSON, and multipart with `payload_json`. A body of
 * another type does no harm where no body is read: discord.py sends an empty one as octet-stream.
 */
export const acceptBodies = async (app: FastifyInstance, fileBytes: number): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, text === '' ? undefined : parseJson(String(text)));
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes.length === 0 ? undefined : UNKNOWN_TYPE);
  });
  await app.register(multipart, {
    limits: { fileSize: fileBytes, files: 1 + FILES_OF_A_MESSAGE },
    // A typed `payload_json` the plugin would read itself, and round the ids in it.
    isPartAFile: (name, type, filename) =>
      filename !== undefined || (name === PAYLOAD && type === 'application/json'),
  });
};

/** Reads a request's body. Throws 40005 for a file that is too large, 50109 for broken JSON. */
export const readBody = async (request: FastifyRequest): Promise<Body> => {
  if (!request.isMultipart()) return { json: readable(request.body), uploads: [] };
  const uploads: Upload[] = [];
  let json: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === PAYLOAD) json = readable(parseJson(String(part.value)));
      continue;
    }
    const bytes = await part.toBuffer().catch(() => {
      throw refusal('fileTooLarge');
    });
    if (part.fieldname === PAYLOAD) json = readable(parseJson(bytes.toString('utf8')));
    else {
      const index = Number(/\d+/.exec(part.fieldname)?.[0] ?? uploads.length);
      uploads.push({ index, filename: part.filename, contentType: part.mimetype, bytes });
    }
  }
  return { json: json ?? {}, uploads };
};

const PAYLOAD = 'payload_json';
const FILES_OF_A_MESSAGE = 10;
const INVALID = Symbol('invalid JSON');
const UNKNOWN_TYPE = Symbol('neither JSON nor multipart');

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, exactly);
  } catch {
    return INVALID;
  }
};

/** An id may come as a number, which JavaScript would round: it becomes the text that it was. */
const exactly = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;

const readable = (json: unknown): unknown => {
  if (json === INVALID) throw refusal('invalidJson');
  if (json === UNKNOWN_TYPE) {
    const message = `Expected "Content-Type" header to be one of {'application/json'}.`;
    throw invalidForm([{ path: [], code: 'CONTENT_TYPE_INVALID', message }]);
  }
  return json ?? {};
};
