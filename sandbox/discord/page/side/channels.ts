import { ChannelType } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

import type { ShownChannel } from '../../shown-state.ts';
import { initials } from '../frame/avatar.ts';
import { icon, type IconName } from '../frame/icons.ts';
import type { PageView } from '../view.ts';
import { type ChannelGroup, channelGroups, channelName } from './channel-groups.ts';
import { events } from './events.ts';
import { identity } from './identity.ts';
import { people } from './people.ts';

const ICONS: Readonly<Record<number, IconName>> = {
  [ChannelType.GuildText]: 'hash',
  [ChannelType.DM]: 'at',
  [ChannelType.GuildAnnouncement]: 'horn',
  [ChannelType.GuildForum]: 'posts',
  [ChannelType.AnnouncementThread]: 'thread',
  [ChannelType.PublicThread]: 'thread',
  [ChannelType.PrivateThread]: 'thread',
};

/** The left side: the server, its events, its channels with unread marks, the members, the current person. */
export function channelSide(view: PageView): TemplateResult {
  const { server, me } = view;
  return html`<nav class="channel-side" aria-label="Channels">
    <header class="guild">
      <span class="guild-icon" aria-hidden="true">${initials(server.guild.name)}</span>
      <div>
        <h1>${server.guild.name}</h1>
        <small>a Discord of your own</small>
      </div>
    </header>
    ${events(view)}
    <div class="channels">
      ${channelGroups(server.channels, me).map((group) => channelGroup(group, view))}
    </div>
    ${people(view)} ${identity(view)}
  </nav>`;
}

function channelGroup({ title, places }: ChannelGroup, view: PageView): TemplateResult {
  return html`${title === null ? nothing : html`<h3>${title}</h3>`}
    <ul>
      ${places.map(
        ({ channel, threads }) =>
          html`${channelLink(channel, view)} ${threads.map((thread) => channelLink(thread, view))}`,
      )}
    </ul>`;
}

/** The icon of a channel's kind. */
export function channelIcon({ type }: ShownChannel): TemplateResult {
  return icon(ICONS[type] ?? 'hash');
}

function channelLink(channel: ShownChannel, view: PageView): TemplateResult {
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
      ${channelIcon(channel)}<span class="channel-name"
        >${channelName(channel, view.me, view.server)}</span
      >
      ${
        channel.deniedToBot.length > 0
          ? html`<span class="denied" title="Denied to the bot: ${channel.deniedToBot.join(', ')}"
              >${icon('warn')}</span
            >`
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
  return ICONS[type] === 'thread';
}
