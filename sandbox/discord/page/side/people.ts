import { html, nothing, type TemplateResult } from 'lit';

import type { Person } from '../../shown-state.ts';
import { avatar } from '../frame/avatar.ts';
import type { PageView } from '../view.ts';

/** The members: the bot, the moderators, the members; a click opens a direct message. */
export function people(view: PageView): TemplateResult {
  const { bot, people: all } = view.server;
  const groups = [
    { title: 'Moderators', members: all.filter(({ role }) => role === 'moderator') },
    { title: 'Members', members: all.filter(({ role }) => role === 'member') },
  ].filter(({ members }) => members.length > 0);
  return html`<section class="people" aria-label="People">
    <h3>
      ${bot.isMember ? (bot.online ? 'Bot, online' : 'Bot, offline') : 'Bot, not in the server'}
    </h3>
    <ul>
      <li>
        <button
          class=${bot.online && bot.isMember ? 'person-line' : 'person-line offline'}
          title="Write to ${bot.username} alone: most commands work there"
          data-testid="write-to"
          data-person=${bot.username}
          @click=${() => void view.act.reading.openDirect()}
        >
          ${avatar(bot.id, bot.username, 'bot')}<span class="person-name">${bot.username}</span
          ><span class="tag">app</span>
        </button>
      </li>
    </ul>
    ${groups.map(
      ({ title, members }) =>
        html`<h3>${title}, ${members.length}</h3>
          <ul>
            ${members.map((person) => html`<li>${personLine(person, view)}</li>`)}
          </ul>`,
    )}
  </section>`;
}

function personLine({ id, username, displayName }: Person, { me, act }: PageView): TemplateResult {
  const isMe = id === me.id;
  return html`<button
    class="person-line"
    title=${isMe ? 'This is you' : `Write to ${displayName}`}
    data-testid="write-to"
    data-person=${username}
    ?disabled=${isMe}
    @click=${() => void act.reading.openDirect(id)}
  >
    ${avatar(id, displayName)}<span class="person-name">${displayName}</span>
    ${isMe ? html`<span class="quiet">you</span>` : nothing}
  </button>`;
}
