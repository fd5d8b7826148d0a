import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';

import type { ShownMessage } from '../../shown-state.ts';
import { avatar } from '../frame/avatar.ts';
import { icon } from '../frame/icons.ts';
import { mentions } from '../state/select.ts';
import type { PageView } from '../view.ts';
import { isWritten, type Row } from './arrange.ts';
import { components } from './components.ts';
import { embed } from './embed.ts';
import { emojiText } from './emoji.ts';
import { markdown } from './markdown.ts';
import { attachment } from './picture.ts';
import { clockTime, fullTime } from './times.ts';
import { origin } from './origin.ts';

/** One message of a channel, with everything that hangs on it. */
export function messageRow({ message, continues }: Row, view: PageView): TemplateResult {
  if (!isWritten(message)) return systemNote(message, view);
  const { state, me } = view;
  const edits = state.edits.get(message.id) ?? 0;
  const classes = classMap({
    message: true,
    continues,
    pinged: mentions(message, me),
    linked: state.linked?.messageId === message.id,
    ephemeral: message.ephemeralFor !== undefined,
    'edited-odd': edits % 2 === 1,
    'edited-even': edits > 0 && edits % 2 === 0,
  });
  const name = nameOf(message, view);
  return html`<li class=${classes} data-testid="message" data-message-id=${message.id}>
    <article aria-label="Message of ${name}">
      ${origin(message, view)} ${continues ? gutterTime(message, view) : face(message, name)}
      <div class="message-main">
        ${continues ? nothing : heading(message, name, view)}
        ${message.pinned ? html`<small class="pinned">${icon('pin')} Pinned</small>` : nothing}
        ${content(message, view)} ${message.embeds.map((each) => embed(each, view.speech))}
        ${message.content === '' ? editedMark(message, view) : nothing}
        ${message.attachments.map((each) => attachment(each))} ${components(message, view)}
        ${thread(message, view)} ${reactions(message)} ${problem(message, view)}
        ${message.ephemeralFor === undefined ? nothing : onlyYou(message, view)}
      </div>
      ${apps(message, view)}
    </article>
  </li>`;
}

/** The entries of the menu "Apps" of a message, side by side. */
function apps({ id }: ShownMessage, view: PageView): TemplateResult | typeof nothing {
  if (view.messageCommands.length === 0) return nothing;
  const { pressing } = view.state;
  return html`<div class="message-apps">
    ${view.messageCommands.map(
      ({ name, label }) =>
        html`<button
          title="Apps"
          aria-busy=${pressing.has(`use ${id}/${name}`) ? 'true' : 'false'}
          @click=${() => void view.act.speaking.use(id, name)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}

function face({ author }: ShownMessage, name: string): TemplateResult {
  return html`<div class="gutter">
    ${avatar(author.id, name, author.bot === true ? 'bot' : 'person')}
  </div>`;
}

function gutterTime({ timestamp }: ShownMessage, { me }: PageView): TemplateResult {
  return html`<div class="gutter time">${clockTime(Date.parse(timestamp), me.locale)}</div>`;
}

function heading(message: ShownMessage, name: string, { me, server }: PageView): TemplateResult {
  const at = Date.parse(message.timestamp);
  const moderator = server.people.some(
    ({ id, role }) => id === message.author.id && role === 'moderator',
  );
  return html`<header>
    <strong class=${moderator ? 'author moderator' : 'author'}>${name}</strong>
    ${message.author.bot === true ? html`<span class="tag">app</span>` : nothing}
    <time datetime=${message.timestamp} title=${fullTime(at, me.locale)}
      >${clockTime(at, me.locale)}</time
    >
  </header>`;
}

function content(message: ShownMessage, view: PageView): TemplateResult | typeof nothing {
  if (((message.flags ?? 0) & MessageFlags.Loading) !== 0) {
    return html`<div class="thinking" role="status">
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      ${nameOf(message, view)} is thinking…
    </div>`;
  }
  if (message.content === '') return nothing;
  return html`<div class="content">
    ${markdown(message.content, view.speech)} ${editedMark(message, view)}
  </div>`;
}

function editedMark(
  { edited_timestamp: edited }: ShownMessage,
  { me }: PageView,
): TemplateResult | typeof nothing {
  if (edited === null) return nothing;
  return html`<small class="edited" title=${fullTime(Date.parse(edited), me.locale)}
    >(edited)</small
  >`;
}

function thread({ thread: opened }: ShownMessage, view: PageView): TemplateResult | typeof nothing {
  if (opened === undefined || view.nameOf.channel(opened.id) === null) return nothing;
  const open = () => void view.act.reading.openChannel(opened.id);
  return html`<button class="thread-card" @click=${open}>
    ${icon('thread')}<strong>${view.nameOf.channel(opened.id)}</strong><span>Open the thread</span>
  </button>`;
}

function reactions({ reactions: given }: ShownMessage): TemplateResult | typeof nothing {
  if (given === undefined || given.length === 0) return nothing;
  return html`<div class="reactions">
    ${given.map(
      ({ emoji, count }) =>
        html`<span class="reaction"><span class="emoji">${emojiText(emoji)}</span> ${count}</span>`,
    )}
  </div>`;
}

function problem({ id }: ShownMessage, { state }: PageView): TemplateResult | typeof nothing {
  const text = state.pressProblems.get(id);
  return text === undefined ? nothing : html`<p class="problem" role="alert">${text}</p>`;
}

function onlyYou({ id }: ShownMessage, { act }: PageView): TemplateResult {
  const dismiss = () => {
    act.speaking.dismiss(id);
  };
  return html`<p class="only-you">
    ${icon('eye')} Only you can see this ·
    <button class="link" @click=${dismiss}>Dismiss message</button>
  </p>`;
}

function systemNote(message: ShownMessage, view: PageView): TemplateResult {
  const isPin = message.type === MessageType.ChannelPinnedMessage;
  const done = isPin ? 'pinned a message to this channel.' : 'did something here.';
  const words = message.content === '' ? done : message.content;
  return html`<li class="message system" data-testid="message" data-message-id=${message.id}>
    ${icon(isPin ? 'pin' : 'thread')}
    <span><strong>${nameOf(message, view)}</strong> ${markdown(words, view.speech)}</span>
  </li>`;
}

function nameOf({ author }: ShownMessage, view: PageView): string {
  return view.nameOf.user(author.id) ?? author.global_name ?? author.username;
}
