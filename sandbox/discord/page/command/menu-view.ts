import { html, nothing, type TemplateResult } from 'lit';

import { avatar } from '../frame/avatar.ts';
import { icon } from '../frame/icons.ts';
import type { PageView } from '../view.ts';
import { menuOf, type MenuItem } from './menu.ts';

export const MENU_ID = 'composer-menu';

/** The list above the composer: commands, or what the active option can be. */
export function commandMenu(view: PageView): TemplateResult | typeof nothing {
  const { composer } = view.state;
  const menu = menuOf(view);
  if (menu.items.length === 0 && menu.note === null) return nothing;
  return html`<div class="menu">
    <div class="menu-title">${menu.title}</div>
    ${
      menu.items.length === 0
        ? nothing
        : html`<div
            class="menu-items"
            id=${MENU_ID}
            role="listbox"
            tabindex="-1"
            aria-label=${menu.title}
          >
            ${menu.items.map((item, index) => line(item, index, index === composer.selected, view))}
          </div>`
    }
    ${menu.note === null ? nothing : html`<p class="menu-note" role="status">${menu.note}</p>`}
    ${menu.items.length === 0 ? nothing : keysHint(composer.selected >= 0)}
  </div>`;
}

/** The id of the highlighted line, for `aria-activedescendant`. */
export function lineId(index: number): string {
  return `${MENU_ID}-${index}`;
}

function line(item: MenuItem, index: number, selected: boolean, { act, server }: PageView) {
  const take = () => {
    act.composing.takeItem(item);
  };
  const keepFocus = (event: Event) => {
    event.preventDefault();
  };
  return html`<div
    class="menu-line ${selected ? 'selected' : ''}"
    id=${lineId(index)}
    role="option"
    aria-selected=${selected ? 'true' : 'false'}
    data-testid=${TEST_IDS[item.kind]}
    @mousedown=${keepFocus}
    @click=${take}
  >
    ${content(item, server.bot)}
  </div>`;
}

const TEST_IDS = {
  command: 'command-option',
  choice: 'choice',
  option: 'option',
} as const satisfies Record<MenuItem['kind'], string>;

function content(item: MenuItem, bot: { readonly id: string; readonly username: string }) {
  switch (item.kind) {
    case 'command': {
      const { entry } = item;
      return html`${avatar(bot.id, bot.username, 'bot')}
        <div class="menu-words">
          <div>
            <strong>/${entry.label}</strong>
            ${entry.options
              .filter(({ required }) => required === true)
              .map(({ label }) => html`<span class="menu-argument">${label}</span>`)}
          </div>
          <small>${entry.description}</small>
        </div>
        ${entry.restricted ? html`<span class="menu-side">moderators</span>` : nothing}`;
    }
    case 'choice': {
      const { label, hint } = item.suggestion;
      return html`<div class="menu-words"><span>${label}</span></div>
        ${hint === '' ? nothing : html`<span class="menu-side">${hint}</span>`}`;
    }
    case 'option':
      return html`${icon('plus')}
        <div class="menu-words">
          <strong>${item.option.label}</strong><small>${item.option.hint}</small>
        </div>
        <span class="menu-side">optional</span>`;
  }
}

function keysHint(selected: boolean): TemplateResult {
  return html`<div class="menu-keys" aria-hidden="true">
    <span><kbd>↑</kbd><kbd>↓</kbd> choose</span
    ><span><kbd>Enter</kbd> ${selected ? 'take' : 'run'}</span><span><kbd>Esc</kbd> close</span>
  </div>`;
}
