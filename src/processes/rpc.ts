import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TimeoutError, withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import type { Db } from '../store/connection/database.ts';
import {
  writeResponse,
  insertRequest,
  deleteExpiredRequests,
  unansweredRequests,
  takeResponse,
  deleteRequest,
} from '../store/processes/requests.ts';
import type { Handler, NotificationTopic, Rpc } from './processes.ts';

interface RpcOptions {
  readonly db: Db;
  /** A request was written; the payload is the role. */
  readonly requests: NotificationTopic;
  /** A response was written; the payload is the id of its request. */
  readonly responses: NotificationTopic;
  readonly hasRole: (name: string) => boolean;
  readonly timeoutMs?: number;
  readonly log: Logger;
}

/** A user waits for the response, and the data service may take eight seconds. */
const CALL_TIMEOUT_MS = 12_000;

/** A notification may be lost with its connection: both sides also poll. */
const POLL_INTERVAL_MS = 1_000;

const responseWire = z.union([
  z.object({ refused: z.string() }),
  z.object({ answer: z.unknown().optional() }),
]);

type Response = z.infer<typeof responseWire>;

/** RPC between processes: requests and responses are rows, announced by notifications. */
export const createRpc = (options: RpcOptions): Rpc & { readonly stop: () => void } => {
  const { db, requests, responses, hasRole, timeoutMs = CALL_TIMEOUT_MS, log } = options;
  /** By request id: reads the response. */
  const pending = new Map<string, () => void>();
  const handlers = new Map<string, Handler>();
  const beingHandled = new Set<string>();

  const responseOf = async (request: string, handler: Handler): Promise<Response> => {
    try {
      return { answer: await handler(JSON.parse(request)) };
    } catch (error) {
      if (error instanceof ShutdownError) throw error;
      log.warn({ err: error }, 'RPC request refused');
      return { refused: error instanceof Error ? error.message : String(error) };
    }
  };

  const respond = async (id: string, request: string, handler: Handler): Promise<void> => {
    try {
      await writeResponse(db, id, JSON.stringify(await responseOf(request, handler)));
      responses.publish(id);
    } catch (error) {
      // The next holder of the role finds the request unanswered.
      if (!(error instanceof ShutdownError)) {
        log.warn({ err: error }, 'RPC response could not be written');
      }
    } finally {
      beingHandled.delete(id);
    }
  };

  const handleRequests = async (): Promise<void> => {
    try {
      const ownHandlers = [...handlers].filter(([name]) => hasRole(name));
      if (ownHandlers.length > 0) await deleteExpiredRequests(db, timeoutMs);
      for (const [name, handler] of ownHandlers) {
        for (const { id, request } of await unansweredRequests(db, name, timeoutMs)) {
          if (beingHandled.has(id)) continue;
          beingHandled.add(id);
          void respond(id, request, handler);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'RPC requests could not be read');
    }
  };

  const withdraw = async (written: Promise<void>, id: string): Promise<void> => {
    try {
      await written;
      await deleteRequest(db, id);
    } catch {
      // The next handler deletes expired requests.
    }
  };

  const timer = setInterval(() => {
    void handleRequests();
    for (const readResponse of pending.values()) readResponse();
  }, POLL_INTERVAL_MS);
  requests.subscribe(() => void handleRequests());
  responses.subscribe((id) => pending.get(id)?.());

  return {
    handle: ({ name, request }, handler) => {
      handlers.set(name, (json) => handler(request.parse(json)));
    },
    call: async ({ name, response: wire }, request) => {
      const id = randomUUID();
      const response = new Promise<string>((resolve, reject) => {
        pending.set(id, () => {
          takeResponse(db, id).then((text) => {
            if (text !== undefined) resolve(text);
          }, reject);
        });
      });
      const written = insertRequest(db, name, { id, request: JSON.stringify(request) });
      const received = async (): Promise<string> => {
        await written;
        requests.publish(name);
        return await response;
      };
      // May reject before it is awaited.
      response.catch(() => undefined);
      try {
        const read = responseWire.parse(JSON.parse(await withTimeout(received(), timeoutMs)));
        if ('refused' in read) throw new Error(read.refused);
        return wire.parse(read.answer);
      } catch (error) {
        if (error instanceof TimeoutError) void withdraw(written, id);
        throw error;
      } finally {
        pending.delete(id);
      }
    },
    stop: () => {
      clearInterval(timer);
    },
  };
};
