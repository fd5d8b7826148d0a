import { html, nothing, type TemplateResult } from 'lit';

import type { ServerTask } from '../state/page-state.ts';
import type { PageView } from '../view.ts';
import { BOT_PERMISSIONS } from './bot-permissions.ts';
import { isDirect } from './channel-groups.ts';
import { toggle } from './controls.ts';

/** The server itself: whether it has the bot, its channels, and what the bot may do in this one. */
export function serverControls(view: PageView): TemplateResult {
  const { server, channel, act } = view;
  const { username, isMember } = server.bot;
  const ask = (task: ServerTask) => () => {
    act.steering.askFor(task);
  };
  return html`<h4 class="world-part">The server</h4>
    <div class="control">
      ${
        isMember
          ? html`<div class="button-row">
              <button class="button" @click=${ask('invite')}>Permissions</button>
              <button class="button" @click=${ask('remove')}>Remove the bot</button>
            </div>`
          : html`<button class="button primary wide" @click=${ask('invite')}>
              Invite the bot
            </button>`
      }
      <p class="seen">
        ${
          isMember
            ? `${username} is in the server.`
            : `${username} is not in the server: nothing reaches it, and all is refused.`
        }
      </p>
    </div>
    <div class="control">
      <div class="button-row">
        <button class="button" @click=${ask('create-channel')}>New channel</button>
        ${
          isDirect(channel)
            ? nothing
            : html`<button class="button" @click=${ask('rename-channel')}>Rename</button>
                <button class="button" @click=${ask('delete-channel')}>Delete</button>`
        }
      </div>
      <p class="seen">
        ${isDirect(channel) ? 'Of the server.' : `The last two are for #${channel.name}.`}
      </p>
    </div>
    ${isDirect(channel) || channel.thread !== null ? nothing : permissionsHere(view)}`;
}

function permissionsHere({ server, channel, act }: PageView): TemplateResult {
  const may = new Set(channel.botPermissions);
  const changed = channel.deniedToBot.length + channel.allowedToBot.length;
  return html`<details class="permissions" data-testid="permissions">
    <summary>
      <span>What ${server.bot.username} may do in #${channel.name}</span>
      ${changed === 0 ? nothing : html`<span class="badge">${changed} changed</span>`}
    </summary>
    ${BOT_PERMISSIONS.map(({ name, label }) =>
      toggle({
        label,
        on: may.has(name),
        seen: wordsFor(name, channel.deniedToBot, channel.allowedToBot),
        flip: (on) => void act.steering.letBot(channel.id, name, on),
      }),
    )}
  </details>`;
}

function wordsFor(name: string, denied: readonly string[], allowed: readonly string[]): string {
  if (denied.includes(name)) return 'Taken from it here.';
  return allowed.includes(name) ? 'Given to it here.' : '';
}
