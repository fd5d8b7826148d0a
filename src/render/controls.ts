import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';

/**
 * The custom id of a button: the command that answers it, and what it needs to know. Discord allows
 * 100 characters; nothing but ids and short words goes in.
 */
export const controlId = (command: string, ...values: readonly (string | number)[]): string =>
  [command, ...values].join(':');

export interface ButtonSpec {
  readonly id: string;
  readonly label: string;
  readonly style?: 'primary' | 'secondary';
  readonly disabled?: boolean;
}

const STYLES = { primary: ButtonStyle.Primary, secondary: ButtonStyle.Secondary } as const;

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
    : [{ type: ComponentType.ActionRow, components: specs.slice(0, 5).map(button) }];
