import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow as Control,
  type APISelectMenuOption,
} from 'discord-api-types/v10';
import { BUTTONS_PER_ROW, MENU_OPTIONS_MAX, MENU_TEXT_MAX } from '../discord/message-limits.ts';
import type { Reader } from '../i18n/i18n.ts';
import { shortened } from '../i18n/text.ts';

/**
 * The custom id of a button: the command that handles it, and its arguments. Discord allows 100
 * characters, so only ids and short words fit.
 */
export const controlId = (command: string, ...values: readonly (string | number)[]): string =>
  [command, ...values].join(':');

export interface ButtonSpec {
  readonly id: string;
  readonly label: string;
  readonly style?: 'primary' | 'secondary' | 'danger';
  readonly disabled?: boolean;
}

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const;

const button = (spec: ButtonSpec): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  custom_id: spec.id,
  label: spec.label,
  style: STYLES[spec.style ?? 'secondary'],
  ...(spec.disabled === true ? { disabled: true } : {}),
});

/** Buttons, or a menu, side by side in a message. */
export type Row = APIActionRowComponent<Control>;

export const rowOf = (...components: Control[]): Row => ({
  type: ComponentType.ActionRow,
  components,
});

/** A row of up to five buttons, as the `components` of a message; empty without buttons. */
export const buttonRow = (...specs: readonly (ButtonSpec | null)[]): Row[] => {
  const buttons = specs.filter((spec) => spec !== null).map(button);
  return buttons.length === 0 ? [] : [rowOf(...buttons.slice(0, BUTTONS_PER_ROW))];
};

/** A button to one of several views: the one that is shown is marked, and cannot be pressed. */
export const viewButton = (id: string, label: string, isShown: boolean): ButtonSpec =>
  isShown ? { id, label, style: 'primary', disabled: true } : { id, label };

/** Where Discord's clients show a message; `@me` is the server of direct messages. */
export const messageUrl = (guildId: string, channelId: string, messageId: string): string =>
  `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;

export const linkButton = (url: string, label: string): Control => ({
  type: ComponentType.Button,
  style: ButtonStyle.Link,
  url,
  label,
});

/** A button that leads to an address, in a row of its own; empty without an address. */
export const linkRow = (url: string | null, label: string): Row[] =>
  url === null ? [] : [rowOf(linkButton(url, label))];

export interface MenuEntry {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly isChosen?: boolean;
}

/** Values as options of a menu. The current one is chosen, and added if it is none of them. */
export const choices = <Value extends string | number>(
  values: readonly Value[],
  current: Value | null,
  label: (value: Value) => string,
): MenuEntry[] =>
  (current === null || values.includes(current) ? values : [...values, current]).map((value) => ({
    value: String(value),
    label: label(value),
    isChosen: value === current,
  }));

/** As many of them as a menu takes, each as long as it takes. */
export const menuOptions = (entries: readonly MenuEntry[]): APISelectMenuOption[] =>
  entries.slice(0, MENU_OPTIONS_MAX).map((entry) => ({
    value: entry.value,
    label: shortened(entry.label, MENU_TEXT_MAX),
    ...(entry.description === undefined
      ? {}
      : { description: shortened(entry.description, MENU_TEXT_MAX) }),
    ...(entry.isChosen === true ? { default: true } : {}),
  }));

/** A select menu for one option, or `least` up to `most`; empty without options. */
export const menuRow = (
  id: string,
  placeholder: string,
  entries: readonly MenuEntry[],
  most = 1,
  least = 1,
): Row[] =>
  entries.length === 0
    ? []
    : [
        rowOf({
          type: ComponentType.StringSelect,
          custom_id: id,
          placeholder: shortened(placeholder, MENU_TEXT_MAX),
          ...(most > 1 ? { max_values: Math.min(most, entries.length, MENU_OPTIONS_MAX) } : {}),
          ...(least < 1 ? { min_values: least } : {}),
          options: menuOptions(entries),
        }),
      ];

export interface Paged {
  readonly page: number;
  readonly lastPage: number;
}

/** The page of a list nearest to the asked one, from 1, and its items. */
export const pageOf = <T>(
  items: readonly T[],
  perPage: number,
  asked: number,
): Paged & { readonly shown: readonly T[] } => {
  const lastPage = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.min(Math.max(1, asked), lastPage);
  return { page, lastPage, shown: items.slice((page - 1) * perPage, page * perPage) };
};

/** Buttons to the previous and next page; none for a single page. */
export const pageButtons = (
  { t }: Pick<Reader, 't'>,
  { page, lastPage }: Paged,
  idOf: (page: number) => string,
): readonly ButtonSpec[] =>
  lastPage <= 1
    ? []
    : [
        { id: idOf(page - 1), label: t('page.previous'), disabled: page <= 1 },
        {
          // Discord requires unique ids, although this disabled button is never pressed.
          id: `${idOf(page)}:here`,
          label: t('page.here', { page, lastPage }),
          disabled: true,
        },
        { id: idOf(page + 1), label: t('page.next'), disabled: page >= lastPage },
      ];
