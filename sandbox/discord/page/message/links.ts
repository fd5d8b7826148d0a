import { html, type TemplateResult } from 'lit';

import type { Speech } from './speech.ts';

/** The address when it is one that a message may lead to: http or https, never script. */
export function safeUrl(address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  return ['http:', 'https:'].includes(new URL(address).protocol) ? address : null;
}

const INSIDE =
  /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** A link: to a channel or message of Discord's it stays on this page, as Discord's client does. */
export function link(
  url: string,
  words: unknown,
  { nameOf, openChannel }: Speech,
  look = '',
): TemplateResult {
  const [, channelId, messageId] = INSIDE.exec(url) ?? [];
  if (channelId === undefined) {
    return html`<a class=${look} href=${url} target="_blank" rel="noopener noreferrer"
      >${words}</a
    >`;
  }
  const open = (event: Event) => {
    event.preventDefault();
    if (nameOf.channel(channelId) !== null) openChannel(channelId, messageId);
  };
  return html`<a class=${look} href="#${channelId}" @click=${open}>${words}</a>`;
}
