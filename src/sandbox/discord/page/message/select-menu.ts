import {
  type APISelectMenuComponent,
  ComponentType,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';

import type { ControlState, ShownMessage } from '../../control-contract.ts';
import { icon } from '../frame/icons.ts';
import { emojiText } from './emoji.ts';
import type { Picker } from '../state/page-state.ts';
import type { View } from '../view.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

const LIST_HEIGHT = 300;
const STEP: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** A select menu of any kind: closed a button, open a list; one choice is sent at once. */
export function selectMenu(
  part: APISelectMenuComponent & APIComponentInMessageActionRow,
  message: ShownMessage,
  view: View,
): TemplateResult {
  const { picker, pressing } = view.state;
  const id = part.custom_id;
  const mine = picker?.messageId === message.id && picker.customId === id ? picker : null;
  const choices = choicesOf(part, view.server);
  const preset = presetOf(part);
  const chosen = choices.filter(({ value }) => (mine?.values ?? preset).includes(value));
  const face = chosen.map(({ label }) => label).join(', ');
  const toggle = (event: Event) => {
    view.act.speaking.choose(mine === null ? openedBy(event, message.id, id, preset) : null);
  };
  return html`<div class="select" @keydown=${steer}>
    <button
      class="select-face ${face === '' ? 'empty' : ''}"
      data-custom-id=${id}
      aria-haspopup="listbox"
      aria-expanded=${mine === null ? 'false' : 'true'}
      aria-busy=${pressing.has(`${message.id}/${id}`) ? 'true' : 'false'}
      ?disabled=${part.disabled === true}
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
  { act }: View,
): TemplateResult {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const send = (values: readonly string[]) =>
    void act.speaking.press(message.id, part.custom_id, values);
  const choose = (value: string) => {
    if (most === 1) {
      send([value]);
      return;
    }
    const { values } = picker;
    const next = values.includes(value)
      ? values.filter((each) => each !== value)
      : [...values, value].slice(-most);
    act.speaking.choose({ ...picker, values: next });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') act.speaking.choose(null);
  };
  const count = picker.values.length;
  return html`<div class="select-list ${picker.opensUp ? 'up' : ''}" @keydown=${leave}>
    <div role="listbox" aria-multiselectable=${most > 1 ? 'true' : 'false'}>
      ${choices.map(
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
      ${choices.length === 0 ? html`<p class="select-empty">Nothing to choose from.</p>` : nothing}
    </div>
    ${
      most === 1
        ? nothing
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
          </div>`
    }
  </div>`;
}

/** Arrow keys walk through the face and the options. */
function steer(event: KeyboardEvent): void {
  const step = STEP[event.key];
  const menu = event.currentTarget;
  if (step === undefined || !(menu instanceof HTMLElement)) return;
  const stops = [...menu.querySelectorAll<HTMLElement>('.select-face, .select-option')];
  const at = stops.findIndex((each) => each === document.activeElement);
  stops.at((at + step) % stops.length)?.focus();
  event.preventDefault();
}

function openedBy(event: Event, messageId: string, customId: string, values: readonly string[]) {
  const face = event.currentTarget;
  const below =
    face instanceof HTMLElement ? window.innerHeight - face.getBoundingClientRect().bottom : 0;
  return { messageId, customId, values, opensUp: below < LIST_HEIGHT };
}

function presetOf(part: APISelectMenuComponent): readonly string[] {
  if (part.type === ComponentType.StringSelect) {
    return part.options.filter((each) => each.default === true).map(({ value }) => value);
  }
  return part.default_values?.map(({ id }) => id) ?? [];
}

function choicesOf(part: APISelectMenuComponent, server: ControlState): readonly Choice[] {
  const people = () =>
    server.people.map(({ id, displayName, username }) => ({
      value: id,
      label: displayName,
      description: username,
    }));
  switch (part.type) {
    case ComponentType.StringSelect:
      return part.options.map(({ value, label, description, emoji }) => ({
        value,
        label: emojiText(emoji) === '' ? label : `${emojiText(emoji)} ${label}`,
        description: description ?? '',
      }));
    case ComponentType.ChannelSelect: {
      const channelTypes: readonly number[] | undefined = part.channel_types;
      return server.channels
        .filter(({ type }) => channelTypes?.includes(type) ?? true)
        .map(({ id, name, topic }) => ({
          value: id,
          label: `#${name}`,
          description: topic ?? '',
        }));
    }
    case ComponentType.UserSelect:
    case ComponentType.MentionableSelect:
      return people();
    case ComponentType.RoleSelect:
      return [];
  }
}
