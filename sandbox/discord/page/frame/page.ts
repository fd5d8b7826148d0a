import { html, nothing, type TemplateResult } from 'lit';

import { composer } from '../command/composer.ts';
import { forumPosts } from '../message/forum.ts';
import { messageList } from '../message/list.ts';
import { channelName, isForum } from '../side/channel-groups.ts';
import { channelIcon, channelSide } from '../side/channels.ts';
import { worldPanel } from '../side/world.ts';
import type { PageView } from '../view.ts';
import { formDialog } from './form.ts';
import { hint } from './hint.ts';
import { icon } from './icons.ts';
import { serverDialog } from './server-dialog.ts';

/** The whole window. */
export function page(view: PageView): TemplateResult {
  const { drawer, worldOpen } = view.state.shell;
  const shut = () => {
    view.act.steering.shell({ drawer: 'none' });
  };
  return html`<div
    class="window"
    data-drawer=${drawer}
    data-world=${worldOpen ? 'open' : 'hidden'}
    @click=${{
      // Before what was clicked acts: a choice is sent in the channel that it was made in.
      capture: true,
      handleEvent: (event: Event) => {
        closeOthers(event, view);
      },
    }}
  >
    <main class="chat">
      ${channelHeader(view)} ${linkBar(view)}
      ${isForum(view.channel) ? forumPosts(view) : talk(view)}
    </main>
    ${channelSide(view)}
    <aside class="right-side" aria-label="The world">${worldPanel(view)}</aside>
    <button class="scrim" aria-label="Close" tabindex="-1" @click=${shut}></button>
    ${formDialog(view)} ${serverDialog(view)}
  </div>`;
}

/** The messages of the channel, and the composer. */
function talk(view: PageView): TemplateResult {
  const { channel, me, server } = view;
  // The composer comes first for the keyboard; the styles put it at the bottom.
  return html`<div class="chat-foot">
      ${jump(view)} ${typing(view)} ${hint(view)} ${composer(view)}
    </div>
    <div
      class="scroller"
      role="log"
      tabindex="0"
      aria-label="Messages in ${channelName(channel, me, server)}"
      aria-relevant="additions"
    >
      ${messageList(view)}
    </div>`;
}

/** A click elsewhere closes open menus. */
function closeOthers({ target }: Event, { state, act }: PageView): void {
  if (!(target instanceof Element)) return;
  if (state.shell.identityOpen && target.closest('.identity') === null) {
    act.steering.shell({ identityOpen: false });
  }
  if (target.closest('.select') === null) act.speaking.closePicker();
}

/** The page before there is anything to show. */
export function opening(lost: boolean): TemplateResult {
  return html`<p class="boot" role="status">
    ${lost ? 'The local Discord does not answer. Trying again…' : 'Opening the local Discord…'}
  </p>`;
}

function channelHeader({ channel, act, state, me, server }: PageView): TemplateResult {
  const openChannels = () => {
    act.steering.shell({ drawer: state.shell.drawer === 'channels' ? 'none' : 'channels' });
  };
  const openWorld = () => {
    act.steering.shell({ drawer: 'side', worldOpen: true });
  };
  return html`<header class="channel-header">
    <button class="icon-button open-channels" aria-label="Channels" @click=${openChannels}>
      ${icon('menu')}
    </button>
    ${channelIcon(channel)}
    <h2>${channelName(channel, me, server)}</h2>
    ${
      channel.topic === null
        ? nothing
        : html`<p class="topic" title=${channel.topic}>${channel.topic}</p>`
    }
    <button class="icon-button open-side" aria-label="The world" @click=${openWorld}>
      ${icon('globe')}
    </button>
  </header>`;
}

function linkBar({ state, server }: PageView): TemplateResult | typeof nothing {
  if (state.link === 'lost') {
    return html`<p class="bar lost" role="status">
      The connection to the local Discord is gone. Reconnecting…
    </p>`;
  }
  if (!server.bot.isMember) {
    return html`<p class="bar" role="status">
      ${server.bot.username} is not in the server: invite it from “The world”.
    </p>`;
  }
  if (server.bot.online) return nothing;
  return html`<p class="bar" role="status">
    ${server.bot.username} is offline: commands will find nobody to answer them.
  </p>`;
}

function typing({ state, channel, server }: PageView): TemplateResult {
  const typesNow = (state.typing.get(channel.id) ?? 0) > state.now;
  return html`<p class="typing" role="status">
    ${
      typesNow
        ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
            ${server.bot.username} is typing…`
        : nothing
    }
  </p>`;
}

function jump({ state, act }: PageView): TemplateResult | typeof nothing {
  if (state.shell.atNewest) return nothing;
  const go = () => {
    act.steering.shell({ atNewest: true });
  };
  return html`<button class="jump" @click=${go}>Jump to the newest ${icon('down')}</button>`;
}
