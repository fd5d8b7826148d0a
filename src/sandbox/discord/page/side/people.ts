import { html, type TemplateResult } from 'lit';

import { avatar } from '../frame/avatar.ts';
import type { View } from '../view.ts';

/** Who is here: the bot, the moderators, the members. */
export function people({ server, me }: View): TemplateResult {
  const { bot } = server;
  const groups = [
    { title: 'Moderators', people: server.people.filter(({ role }) => role === 'moderator') },
    { title: 'Members', people: server.people.filter(({ role }) => role === 'member') },
  ];
  return html`<section class="people" aria-label="People">
    <h3>${bot.online ? 'Bot, online' : 'Bot, offline'}</h3>
    <ul>
      <li class=${bot.online ? 'person-line' : 'person-line offline'}>
        ${avatar(bot.id, bot.username, 'bot')}<span class="person-name">${bot.username}</span
        ><span class="tag">app</span>
      </li>
    </ul>
    ${groups
      .filter((group) => group.people.length > 0)
      .map(
        (group) =>
          html`<h3>${group.title}, ${group.people.length}</h3>
            <ul>
              ${group.people.map(
                ({ id, displayName }) =>
                  html`<li class="person-line">
                    ${avatar(id, displayName)}<span class="person-name">${displayName}</span>
                    ${id === me.id ? html`<span class="quiet">you</span>` : ''}
                  </li>`,
              )}
            </ul>`,
      )}
  </section>`;
}
