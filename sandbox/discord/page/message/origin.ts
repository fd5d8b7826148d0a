import { html, nothing, type TemplateResult } from 'lit';

import type { ShownMessage } from '../../shown-state.ts';
import { avatar } from '../frame/avatar.ts';
import { icon } from '../frame/icons.ts';
import type { PageView } from '../view.ts';

/** The key that names the command; Discord calls it old, but sends it and shows it. */
interface WithCommandName {
  readonly interaction?: { readonly name: string };
}

/** The line above a message that says what it came from: a reply, or a person's command. */
export function origin(message: ShownMessage, view: PageView): TemplateResult | typeof nothing {
  const metadata = message.interaction_metadata;
  if (metadata !== undefined) {
    const named: WithCommandName = message;
    if (named.interaction === undefined) return nothing;
    const { user } = metadata;
    const name = view.nameOf.user(user.id) ?? user.global_name ?? user.username;
    return html`<div class="origin">
      <span class="elbow"></span>${avatar(user.id, name)}
      <span
        ><strong>${name}</strong> used <span class="command">/${named.interaction.name}</span></span
      >
    </div>`;
  }
  return replied(message, view);
}

function replied(message: ShownMessage, view: PageView): TemplateResult | typeof nothing {
  const answered = message.referenced_message;
  if (answered === undefined) return nothing;
  if (answered === null) {
    return html`<div class="origin"><span class="elbow"></span>Original message was deleted</div>`;
  }
  const { author } = answered;
  const name = view.nameOf.user(author.id) ?? author.global_name ?? author.username;
  const glimpse = answered.content === '' ? 'an attachment or card' : answered.content;
  return html`<div class="origin">
    <span class="elbow"></span>${avatar(author.id, name, author.bot === true ? 'bot' : 'person')}
    <strong>${name}</strong><span class="glimpse">${icon('reply')}${glimpse}</span>
  </div>`;
}
