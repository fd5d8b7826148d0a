import { html, nothing, type TemplateResult } from 'lit';

import type { ShownChannel } from '../../shown-state.ts';
import { icon } from '../frame/icons.ts';
import { threadsOf } from '../side/channel-groups.ts';
import type { PageView } from '../view.ts';
import { fullTime, timestampText } from './times.ts';

/** A forum: its posts, newest first, each a thread that opens on a click. */
export function forumPosts(view: PageView): TemplateResult {
  const { channel, server } = view;
  const posts = threadsOf(server.channels, channel.id).toReversed();
  return html`<div class="forum" tabindex="0" aria-label="Posts in ${channel.name}">
    <p class="forum-about">Every post here is a thread of its own.</p>
    ${posts.length === 0 ? html`<p class="quiet">Nobody has posted here yet.</p>` : nothing}
    <ul>
      ${posts.map((post) => html`<li>${postCard(post, view)}</li>`)}
    </ul>
  </div>`;
}

function postCard(post: ShownChannel, view: PageView): TemplateResult {
  const { act, me, state, nameOf, speech } = view;
  const { thread } = post;
  const at = Date.parse(thread?.createdAt ?? '');
  const unread = state.unread.get(post.id)?.messages ?? 0;
  const open = () => void act.reading.openChannel(post.id);
  return html`<button class="post" data-testid="post" data-post=${post.name} @click=${open}>
    ${icon('posts')}
    <span class="post-words">
      <strong>${post.name}</strong>
      <small title=${fullTime(at, me.locale)}
        >${nameOf.user(thread?.ownerId ?? '') ?? 'Somebody'} ·
        ${timestampText(at, 'R', me.locale, speech.now)}</small
      >
    </span>
    ${unread === 0 ? nothing : html`<span class="badge">${unread} new</span>`}
    ${thread?.archived === true ? html`<span class="badge">archived</span>` : nothing}
    ${thread?.locked === true ? html`<span class="badge">locked</span>` : nothing}
  </button>`;
}
