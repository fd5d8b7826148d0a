import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import { icon } from '../frame/icons.ts';
import { channelTitle } from '../side/channel-groups.ts';
import type { PageView } from '../view.ts';
import { draftLine } from './draft-view.ts';
import { menuOf } from './menu.ts';
import { commandMenu, lineId, MENU_ID } from './menu-view.ts';
import { onComposerKey } from './keys.ts';

/** Where one writes: plain text, or a command with its options; above it what can be chosen. */
export function composer(view: PageView): TemplateResult {
  const { composer: writing } = view.state;
  const menu = menuOf(view);
  const typed = (event: Event) => {
    const field = event.target;
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      view.act.composing.type(field.value);
    }
  };
  const pressed = (event: KeyboardEvent) => {
    if (onComposerKey(event, view, view.act)) event.preventDefault();
  };
  return html`<form
    class="composer"
    autocomplete="off"
    @submit=${prevent}
    @input=${typed}
    @keydown=${pressed}
  >
    ${commandMenu(view)}
    ${
      writing.problem === null
        ? nothing
        : html`<p class="composer-problem" role="alert">${icon('warn')}${writing.problem}</p>`
    }
    <div class="composer-box">
      ${writing.draft === null ? textField(view, menu.items.length > 0) : draftLine(writing.draft, view)}
      ${sendButton(view)}
    </div>
  </form>`;
}

function textField({ state, channel, me, server }: PageView, hasMenu: boolean): TemplateResult {
  const { text, selected } = state.composer;
  return html`<textarea
    class="composer-text"
    data-testid="composer"
    rows=${Math.min(text.split('\n').length, 8)}
    maxlength="2000"
    placeholder="Write, or / for commands"
    aria-label="Message ${channelTitle(channel, me, server)}; a slash opens the commands"
    aria-controls=${hasMenu ? MENU_ID : nothing}
    aria-activedescendant=${hasMenu && selected >= 0 ? lineId(selected) : nothing}
    .value=${live(text)}
  ></textarea>`;
}

function sendButton({ state, act }: PageView): TemplateResult {
  const { draft, text } = state.composer;
  const send = () => {
    if (draft !== null) void act.speaking.run();
    else void act.speaking.say();
  };
  const empty = draft === null && (text.trim() === '' || text.startsWith('/'));
  return html`<button
    class="icon-button send"
    type="button"
    aria-label=${draft === null ? 'Send' : 'Run the command'}
    ?disabled=${empty}
    @click=${send}
  >
    ${icon('send')}
  </button>`;
}

function prevent(event: Event): void {
  event.preventDefault();
}
