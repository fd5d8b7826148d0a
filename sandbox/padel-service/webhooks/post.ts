import { createHmac } from 'node:crypto';

/** One delivery attempt. */
export interface Post {
  readonly url: string;
  /** JSON. */
  readonly body: string;
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** The signature of a body: HMAC-SHA256 with the secret, hexadecimal (padel-facts). */
export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * Posts a signed body. Redirects are not followed.
 * @returns the status of the answer
 * @throws when there is none
 */
export const postSigned = async ({ url, body, secret, signal }: Post): Promise<number> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'padel-service-sandbox/1.0',
      signature: signatureOf(body, secret),
    },
    body,
    redirect: 'manual',
    signal,
  });
  await answer.body?.cancel();
  return answer.status;
};
