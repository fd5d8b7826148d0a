import { request } from 'undici';
import { utcDate } from '../../lib/time.ts';
import { rateLimitIn, requestHeaders } from '../request/responses.ts';

export interface ServiceInspectionOptions {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
  readonly token: string;
}

const TIMEOUT_MS = 10_000;

export interface InspectedResponse {
  readonly status: number;
  readonly json: unknown;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** The service's local date, `YYYY-MM-DD`; null when unknown. */
  readonly day: string | null;
}

interface InspectionRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

export type InspectionFetch = (question: InspectionRequest) => Promise<InspectedResponse>;

export const createInspectionFetch =
  ({ baseUrl, token }: ServiceInspectionOptions): InspectionFetch =>
  async ({ method = 'GET', path, body }) => {
    const answer = await request(baseUrl + path, {
      method,
      headers: requestHeaders(token, body),
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const json = await answer.body.json().catch(() => undefined);
    return {
      status: answer.statusCode,
      json,
      ...rateLimitIn(answer.headers),
      day: dayOf(answer.headers['date']),
    };
  };

const dayOf = (date: unknown): string | null => {
  const at = Date.parse(String(date));
  return Number.isNaN(at) ? null : utcDate(at);
};
