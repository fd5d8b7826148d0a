import { request } from 'undici';
import { utcDate } from '../../lib/time.ts';
import type { ProxyRefused } from '../errors.ts';
import { type Caller, proxyRefusal, rateLimitIn, requestHeaders } from '../request/responses.ts';
import { serviceDate } from '../request/service-clock.ts';

export interface ServiceInspectionOptions extends Caller {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
}

const TIMEOUT_MS = 10_000;

export interface InspectedResponse {
  readonly status: number;
  readonly json: unknown;
  /** Null unless the proxy in front of the service refused the request. */
  readonly refusal: ProxyRefused | null;
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
  ({ baseUrl, ...caller }: ServiceInspectionOptions): InspectionFetch =>
  async ({ method = 'GET', path, body }) => {
    const answer = await request(baseUrl + path, {
      method,
      headers: requestHeaders(caller, body),
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { statusCode: status } = answer;
    const text = await answer.body.text().catch(() => '');
    return {
      status,
      json: jsonIn(text),
      refusal: proxyRefusal(status, text),
      ...rateLimitIn(answer.headers),
      day: dayOf(answer.headers['date']),
    };
  };

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const dayOf = (date: unknown): string | null => {
  const at = serviceDate(date);
  return at === null ? null : utcDate(at);
};
