import type { APILabelComponent } from 'discord-api-types/v10';
import {
  MAX_DELAY_SECONDS,
  REMIND_CHOICES,
  type AlertSettings,
} from '../../../domain/alerts/settings.ts';
import { CUSTOM_ID_MAX } from '../../../discord/message-limits.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import { buttonRow, choices } from '../../controls.ts';
import { choiceField, form, textField, type Form } from '../../forms.ts';
import { panelControl, type PageRows, type PanelView } from './view.ts';

/** The forms of a panel, each with a button on the page of times. */
export const PANEL_FORMS = ['quietForm', 'dailyForm'] as const;

export type PanelForm = (typeof PANEL_FORMS)[number];

interface Field {
  /** What it shows of the settings, as it could be typed. */
  readonly shown: (settings: AlertSettings) => string;
  readonly component: (t: Reader['t'], id: FieldName, shown: string) => APILabelComponent;
}

type FieldName = 'from' | 'to' | 'zone' | 'delay' | 'remind' | 'digest';

/** The control that reads a field, alone or with the other fields of the same. */
const controlOf = (id: FieldName): string => (id === 'from' || id === 'to' ? 'quiet' : id);

/** Longer than a time or a number, so that an error can repeat what was typed. */
const CHARACTERS_MOST = 20;
const ZONE_MOST = 100;

/** @param means what to type @param empty what it means to type nothing */
const typed = (
  shown: Field['shown'],
  means: 'timeMeans' | 'zoneMeans' | 'numberMeans' | 'digestMeans',
  empty?: 'settings.neverQuiet' | 'settings.atOnce' | 'settings.noDailyPosts',
): Field => ({
  shown,
  component: (t, id, value) =>
    textField({
      id,
      label: t(`panel.form.${id}`),
      description: t(`panel.form.${means}`, { most: MAX_DELAY_SECONDS }),
      value,
      most: id === 'zone' ? ZONE_MOST : CHARACTERS_MOST,
      ...(empty === undefined ? {} : { empty: t(empty) }),
    }),
});

const quietHour = (id: 'from' | 'to'): Field =>
  typed(
    ({ quietHours }) => (quietHours === null ? '' : wallClock(quietHours[id])),
    'timeMeans',
    'settings.neverQuiet',
  );

const reminder: Field = {
  shown: ({ types, remindBefore }) => (types.includes('upcoming') ? `${remindBefore}` : 'none'),
  component: (t, id, value) =>
    choiceField(
      { id, label: t(`panel.form.${id}`) },
      choices(['none', ...REMIND_CHOICES.map(String)], value, (minutes) =>
        minutes === 'none'
          ? t('settings.noReminder')
          : t('settings.remind', { time: `${minutes} min` }),
      ),
    ),
};

/** The fields of each form of the panel. */
const FORMS: Readonly<Record<PanelForm, readonly (readonly [FieldName, Field])[]>> = {
  quietForm: [
    ['from', quietHour('from')],
    ['to', quietHour('to')],
    ['zone', typed(({ timeZone }) => timeZone, 'zoneMeans')],
    [
      'delay',
      typed(({ delay }) => (delay === 0 ? '' : `${delay}`), 'numberMeans', 'settings.atOnce'),
    ],
  ],
  dailyForm: [
    ['remind', reminder],
    [
      'digest',
      typed(
        ({ types, digestAt }) => (types.includes('daily') ? wallClock(digestAt) : ''),
        'digestMeans',
        'settings.noDailyPosts',
      ),
    ],
  ],
};

/** A value as a form's id has it: a colon separates the id's parts, a bar these values. */
const inFormId = (value: string): string => value.replaceAll(/[:|]/g, '.');

/** The control that opens a form with what was typed into it; with the settings, where that is too long. */
export const typedAgain = (
  control: string,
  which: PanelForm,
  valueOf: (field: string) => string,
): string => {
  const typed = new URLSearchParams(
    FORMS[which].map(([id]): [string, string] => [id, valueOf(id)]),
  );
  const id = `${control}:${typed.toString()}`;
  return id.length <= CUSTOM_ID_MAX ? id : control;
};

/**
 * A form about a channel's settings, filled with them, or with what was typed. Its id says with what: a field that is sent as it
 * was shown changes nothing, also where another moderator has changed that setting meanwhile.
 */
export const panelForm = (
  { t }: Reader,
  which: PanelForm,
  { channel: { key, settings }, page }: Pick<PanelView, 'channel' | 'page'>,
  typed = '',
): Form => {
  const before = new URLSearchParams(typed);
  const values = FORMS[which].map(([, { shown }]) => shown(settings));
  return form(
    `${panelControl(which, key, page)}:${values.map(inFormId).join('|')}`,
    t(`panel.form.${which}`),
    ...FORMS[which].map(([id, { component }], index) =>
      component(t, id, before.get(id) ?? values[index] ?? ''),
    ),
  );
};

/**
 * The controls of which a field was touched, with what was typed and chosen for each.
 * @param shown what the form's id says of its fields
 */
export const typedInForm = (
  which: PanelForm,
  shown: string,
  valueOf: (field: string) => string,
): readonly (readonly [control: string, words: readonly string[]])[] => {
  const was = shown.split('|');
  const fields = FORMS[which].map(([id]) => ({ control: controlOf(id), value: valueOf(id) }));
  const touched = fields.filter(({ value }, index) => inFormId(value) !== was[index]);
  return [...new Set(touched.map(({ control }) => control))].map((control) => [
    control,
    fields.filter((each) => each.control === control).map(({ value }) => value),
  ]);
};

/** Buttons, not a menu: a menu keeps what was chosen, and would not open a form that was closed again. */
export const timesRows: PageRows = ({ t }, { channel, page }) =>
  buttonRow(
    ...PANEL_FORMS.map((which) => ({
      id: panelControl(which, channel.key, page),
      label: t(`panel.form.${which}`),
      style: 'primary' as const,
    })),
  );

/** Minutes since midnight in the form accepted in every language: `08:05`. */
const wallClock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
