import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { BUTTONS_PER_ROW, MENU_OPTIONS_MAX, MENU_TEXT_MAX } from '../discord/message-limits.ts';
import type { Reader } from '../i18n/i18n.ts';
import { shortened } from '../i18n/text.ts';

/**
 * The custom id of a button: the command that answers it, and what it needs to know. Discord allows
 * 100 characters; nothing but ids and short words goes in.
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

/** One row of up to five buttons, as the `components` of a message; none gives no row. */
export const buttonRow = (
  ...specs: readonly ButtonSpec[]
): APIActionRowComponent<APIComponentInMessageActionRow>[] =>
  specs.length === 0
    ? []
    : [{ type: ComponentType.ActionRow, components: specs.slice(0, BUTTONS_PER_ROW).map(button) }];

/** An entry of a menu. */
export interface MenuEntry {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly isChosen?: boolean;
}

/** A menu from which one entry is chosen, or up to `most` of them; no entries give no menu. */
export const menuRow = (
  id: string,
  placeholder: string,
  entries: readonly MenuEntry[],
  most = 1,
): APIActionRowComponent<APIComponentInMessageActionRow>[] =>
  entries.length === 0
    ? []
    : [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.StringSelect,
              custom_id: id,
              placeholder: shortened(placeholder, MENU_TEXT_MAX),
              ...(most > 1 ? { max_values: Math.min(most, entries.length, MENU_OPTIONS_MAX) } : {}),
              options: entries.slice(0, MENU_OPTIONS_MAX).map((entry) => ({
                value: entry.value,
                label: shortened(entry.label, MENU_TEXT_MAX),
                ...(entry.description === undefined
                  ? {}
                  : { description: shortened(entry.description, MENU_TEXT_MAX) }),
                ...(entry.isChosen === true ? { default: true } : {}),
              })),
            },
          ],
        },
      ];

/** Where a list stands. */
export interface Paged {
  readonly page: number;
  readonly lastPage: number;
}

/** Buttons to the pages before and after; a list of one page has none. */
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
          // Discord wants every id once, and this one is never pressed.
          id: `${idOf(page)}:here`,
          label: t('page.here', { page, lastPage }),
          disabled: true,
        },
        { id: idOf(page + 1), label: t('page.next'), disabled: page >= lastPage },
      ];
