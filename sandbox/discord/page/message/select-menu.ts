import {
  type APISelectMenuComponent,
  ComponentType,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';

import type { ShownMessage } from '../../shown-state.ts';
import { icon } from '../frame/icons.ts';
import { isBusy, type Picker } from '../state/page-state.ts';
import type { PageView } from '../view.ts';
import { type Choice, choicesOf, presetOf } from './choices.ts';

const LIST_HEIGHT = 300;
const STEP: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** A select menu of any kind: closed a button, open a list; one choice is sent at once. */
export function selectMenu(
  part: APISelectMenuComponent & APIComponentInMessageActionRow,
  message: ShownMessage,
  view: PageView,
): TemplateResult {
  const { picker, pressing } = view.state;
  const id = part.custom_id;
  const mine = picker?.messageId === message.id && picker.customId === id ? picker : null;
  const choices = choicesOf(part, view.server);
  const preset = presetOf(part);
  const chosen = choices.filter(({ value }) => (mine?.values ?? preset).includes(value));
  const face = chosen.map(({ label }) => label).join(', ');
  const opened = { customId: id, preset, values: preset, least: part.min_values ?? 1, search: '' };
  const toggle = (event: Event) => {
    if (mine !== null) view.act.speaking.closePicker();
    else view.act.speaking.choose({ ...placeOf(event), messageId: message.id, ...opened });
  };
  return html`<div class="select" @keydown=${steer}>
    <button
      class="select-face ${face === '' ? 'empty' : ''}"
      data-custom-id=${id}
      aria-haspopup="listbox"
      aria-expanded=${mine === null ? 'false' : 'true'}
      aria-busy=${pressing.has(`${message.id}/${id}`) ? 'true' : 'false'}
      ?disabled=${part.disabled === true}
      aria-disabled=${isBusy(view.state, message.id) ? 'true' : 'false'}
      @click=${toggle}
    >
      <span>${face === '' ? (part.placeholder ?? 'Make a selection') : face}</span>${icon('down')}
    </button>
    ${mine === null ? nothing : list(part, choices, mine, message, view)}
  </div>`;
}

function list(
  part: APISelectMenuComponent,
  choices: readonly Choice[],
  picker: Picker,
  message: ShownMessage,
  { act }: PageView,
): TemplateResult {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const send = (values: readonly string[]) =>
    void act.speaking.press(message.id, part.custom_id, values);
  const choose = (value: string) => {
    if (most === 1) {
      send(least === 0 && picker.values.includes(value) ? [] : [value]);
      return;
    }
    const { values } = picker;
    const next = values.includes(value)
      ? values.filter((each) => each !== value)
      : [...values, value].slice(-most);
    act.speaking.choose({ ...picker, values: next });
  };
  const count = picker.values.length;
  const shown = choices.filter(({ label, description }) =>
    `${label} ${description}`.toLowerCase().includes(picker.search.trim().toLowerCase()),
  );
  const foot = () =>
    most === 1
      ? html`<div class="select-done">
          <small>May be left empty</small>
          <button
            class="button"
            @click=${() => {
              send([]);
            }}
          >
            Choose none
          </button>
        </div>`
      : html`<div class="select-done">
          <small>${count} of ${most}</small>
          <button
            class="button primary"
            ?disabled=${count < least}
            @click=${() => {
              send(picker.values);
            }}
          >
            Done
          </button>
        </div>`;
  return html`<div class="select-list ${picker.opensUp ? 'up' : ''}">
    ${part.type === ComponentType.StringSelect ? nothing : searchField(picker, act)}
    <div
      role="listbox"
      aria-label=${part.placeholder ?? 'Choices'}
      aria-multiselectable=${most > 1 ? 'true' : 'false'}
    >
      ${shown.map(
        ({ value, label, description }) =>
          html`<button
            class="select-option"
            role="option"
            data-value=${value}
            aria-selected=${picker.values.includes(value) ? 'true' : 'false'}
            @click=${() => {
              choose(value);
            }}
          >
            <span>${label}</span>
            ${description === '' ? nothing : html`<small>${description}</small>`}
          </button>`,
      )}
      ${shown.length === 0 ? html`<p class="select-empty">Nothing to choose from.</p>` : nothing}
    </div>
    ${most === 1 && (least > 0 || count === 0) ? nothing : foot()}
  </div>`;
}

function searchField(picker: Picker, act: PageView['act']): TemplateResult {
  const search = (event: Event) => {
    if (event.target instanceof HTMLInputElement) {
      act.speaking.choose({ ...picker, search: event.target.value });
    }
  };
  return html`<input
    class="select-search"
    type="search"
    placeholder="Search"
    aria-label="Search the list"
    autocomplete="off"
    .value=${picker.search}
    @input=${search}
  />`;
}

/** Arrow keys walk through the face, the search and the options. */
function steer(event: KeyboardEvent): void {
  const step = STEP[event.key];
  const menu = event.currentTarget;
  if (step === undefined || !(menu instanceof HTMLElement)) return;
  const stops = [
    ...menu.querySelectorAll<HTMLElement>('.select-face, .select-search, .select-option'),
  ];
  const at = stops.findIndex((each) => each === document.activeElement);
  stops.at((at + step) % stops.length)?.focus();
  event.preventDefault();
}

/** Where the list has room. */
function placeOf(event: Event): Pick<Picker, 'opensUp'> {
  const face = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const place = face?.getBoundingClientRect() ?? new DOMRect();
  const room = face?.closest('.scroller')?.getBoundingClientRect() ?? new DOMRect();
  const below = room.bottom - place.bottom;
  return { opensUp: below < LIST_HEIGHT && place.top - room.top > below };
}
