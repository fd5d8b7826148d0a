import { ComponentType } from 'discord-api-types/v10';
import { ALERT_KINDS, type AlertKind } from '../../../domain/alerts/kinds.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import type { MenuEntry } from '../../controls.ts';
import type { PanelRow } from './view.ts';

/** Minutes since midnight in the form accepted in every language: `08:05`. */
export const wallClock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Kinds of alert as menu options. */
export const kindEntries = (
  { t }: Reader,
  chosen: readonly AlertKind[],
  kinds: readonly AlertKind[] = ALERT_KINDS,
): MenuEntry[] =>
  kinds.map((kind) => ({
    value: kind,
    label: t(`alertKind.${kind}`),
    isChosen: chosen.includes(kind),
  }));

/** Allows an empty selection. */
export const emptiable = (rows: PanelRow[]): PanelRow[] =>
  rows.map((row) => ({
    ...row,
    components: row.components.map((component) =>
      component.type === ComponentType.StringSelect ? { ...component, min_values: 0 } : component,
    ),
  }));

/** The choices, and the current value if it is not one of them. */
export const withCurrent = <T>(choices: readonly T[], current: T): readonly T[] =>
  choices.includes(current) ? choices : [...choices, current];
