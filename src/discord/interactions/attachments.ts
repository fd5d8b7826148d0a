import { SECOND } from '../../lib/time.ts';
import { userAgent } from '../../lib/user-agent.ts';
import { createDeadline } from '../../lib/with-timeout.ts';
import { UserError } from '../../errors.ts';

/** A file that somebody sent, as an interaction names it. */
export interface Attachment {
  readonly url: string;
  /** In bytes, as Discord says. */
  readonly size: number;
}

/** Reads the text of an attachment of at most so many bytes. @throws UserError */
export type ReadAttachment = (attachment: Attachment, maxBytes: number) => Promise<string>;

/** Where Discord keeps attachments. */
const HOSTS: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net']);

const TIMEOUT_MS = 5 * SECOND;

/**
 * Reads attachments, which members choose: from Discord alone, following no redirect, and never more than
 * is wanted, whatever Discord or the answer says of their size.
 * @param apiUrl Discord's API: a stand-in for it keeps its attachments itself
 */
export const createReadAttachment = ({ apiUrl }: { readonly apiUrl: string }): ReadAttachment => {
  const apiOrigin = new URL(apiUrl).origin;

  const isOfDiscord = (url: URL): boolean =>
    url.origin === apiOrigin ||
    (url.protocol === 'https:' && url.port === '' && HOSTS.has(url.hostname));

  const bytesOf = async (attachment: Attachment, maxBytes: number): Promise<Uint8Array> => {
    const url = URL.parse(attachment.url);
    if (url === null || !isOfDiscord(url)) throw new Error('an attachment is not at Discord');
    const { signal, clear } = createDeadline(TIMEOUT_MS);
    try {
      const { ok, status, body } = await fetch(url, {
        signal,
        redirect: 'error',
        headers: { 'user-agent': userAgent() },
      });
      // Its message was deleted, or shows something else by now: Apply was pressed twice.
      if (status === 404) throw new UserError('file-gone');
      if (!ok || body === null) throw new Error(`Discord answered with status ${status}`);
      const chunks: Uint8Array[] = [];
      let size = 0;
      // Leaving the loop cancels the rest of the answer.
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > maxBytes) throw new UserError('file-unreadable');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      clear();
    }
  };

  return async (attachment, maxBytes) => {
    if (attachment.size > maxBytes) throw new UserError('file-unreadable');
    const bytes = await bytesOf(attachment, maxBytes).catch((error: unknown) => {
      if (error instanceof UserError) throw error;
      throw new UserError('file-unavailable', {}, { cause: error });
    });
    try {
      // Without a byte order mark.
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new UserError('file-unreadable');
    }
  };
};
