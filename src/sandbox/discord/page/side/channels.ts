import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

import type { ShownChannel } from '../../control-contract.ts';
import { initials } from '../frame/avatar.ts';
import { icon, type IconName } from '../frame/icons.ts';
import type { View } from '../view.ts';
import { identity } from './identity.ts';

const ICONS: Readonly<Record<number, IconName>> = { 0: 'hash', 5: 'horn', 11: 'thread' };

/** The left side: the server, its channels with what is new in them, and who I am. */
export function channelSide(view: View): TemplateResult {
  const { server } = view;
  const roots = server.channels.filter((channel) => !isThread(channel));
  return html`<nav class="channel-side" aria-label="Channels">
    <header class="guild">
      <span class="guild-icon" aria-hidden="true">${initials(server.guild.name)}</span>
      <div>
        <h1>${server.guild.name}</h1>
        <small>local Discord, on this machine</small>
      </div>
    </header>
    <ul class="channels">
      ${roots.map(
        (channel) =>
          html`${channelLink(channel, view)}
          ${server.channels
            .filter((each) => isThread(each) && each.parentId === channel.id)
            .map((thread) => channelLink(thread, view))}`,
      )}
    </ul>
    ${identity(view)}
  </nav>`;
}

/** The icon of a channel's kind. */
export function channelIcon({ type }: ShownChannel): TemplateResult {
  return icon(ICONS[type] ?? 'hash');
}

function channelLink(channel: ShownChannel, view: View): TemplateResult {
  const { state, act } = view;
  const current = channel.id === view.channel.id;
  const unread = state.unread.get(channel.id);
  const open = () => void act.reading.openChannel(channel.id);
  const classes = [
    'channel',
    isThread(channel) ? 'thread' : '',
    current ? 'current' : '',
    unread === undefined ? '' : 'unread',
  ];
  return html`<li>
    <button
      class=${classes.join(' ')}
      data-testid="channel"
      data-channel=${channel.name}
      aria-current=${ifDefined(current ? 'page' : undefined)}
      @click=${open}
    >
      ${channelIcon(channel)}<span class="channel-name">${channel.name}</span>
      ${
        channel.deniedToBot.length > 0
          ? html`<span class="denied" title="The bot may not write here">${icon('warn')}</span>`
          : nothing
      }
      ${badge(unread?.messages ?? 0, unread?.mentions ?? 0)}
    </button>
  </li>`;
}

function badge(messages: number, mentions: number): TemplateResult | typeof nothing {
  if (mentions > 0) {
    return html`<span class="badge mentions" aria-label="${mentions} mentions">${mentions}</span>`;
  }
  if (messages === 0) return nothing;
  const count = messages > 99 ? '99+' : messages;
  return html`<span class="badge" aria-label="${messages} new messages">${count}</span>`;
}

function isThread({ type }: ShownChannel): boolean {
  return type >= 10 && type <= 12;
}
