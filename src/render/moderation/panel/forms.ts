import { ComponentType } from 'discord-api-types/v10';
import { MAX_DELAY_SECONDS, REMIND_CHOICES } from '../../../domain/alerts/settings.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import { buttonRow, choices } from '../../controls.ts';
import { choiceField, form, textField, type Form } from '../../forms.ts';
import { panelControl, type PageRows, type PanelView } from './view.ts';

/** The forms of a panel, each with a button on the page of times. */
export const PANEL_FORMS = ['quietForm', 'dailyForm'] as const;

export type PanelForm = (typeof PANEL_FORMS)[number];

/** Characters of a field: longer than a time or a number, so that an error can repeat what was typed. */
const SHORT_MOST = 20;
const ZONE_MOST = 100;

type FormOf = (reader: Reader, id: string, channel: PanelView['channel']) => Form;

const quietForm: FormOf = ({ t }, id, { settings: { quietHours, timeZone, delay } }) => {
  const time = (field: 'from' | 'to') =>
    textField({
      id: field,
      label: t(`panel.form.${field}`),
      description: t('panel.form.timeMeans'),
      value: quietHours === null ? '' : wallClock(quietHours[field]),
      most: SHORT_MOST,
      empty: t('settings.neverQuiet'),
    });
  return form(
    id,
    t('panel.form.quietForm'),
    time('from'),
    time('to'),
    textField({
      id: 'zone',
      label: t('panel.form.zone'),
      description: t('panel.form.zoneMeans'),
      value: timeZone,
      most: ZONE_MOST,
    }),
    textField({
      id: 'delay',
      label: t('panel.form.delay'),
      description: t('panel.form.numberMeans', { most: MAX_DELAY_SECONDS }),
      value: delay === 0 ? '' : String(delay),
      most: SHORT_MOST,
      empty: t('settings.atOnce'),
    }),
  );
};

const dailyForm: FormOf = ({ t }, id, { settings: { types, remindBefore, digestAt } }) => {
  const hasReminder = types.includes('upcoming');
  return form(
    id,
    t('panel.form.dailyForm'),
    choiceField({ id: 'remind', label: t('panel.form.remind') }, [
      { value: 'none', label: t('settings.noReminder'), isChosen: !hasReminder },
      ...choices<number>(REMIND_CHOICES, hasReminder ? remindBefore : null, (minutes) =>
        t('settings.remind', { time: `${minutes} min` }),
      ),
    ]),
    textField({
      id: 'digest',
      label: t('panel.form.digest'),
      description: t('panel.form.digestMeans'),
      value: types.includes('daily') ? wallClock(digestAt) : '',
      most: SHORT_MOST,
      empty: t('settings.noDailyPosts'),
    }),
  );
};

const FORMS: Readonly<Record<PanelForm, FormOf>> = { quietForm, dailyForm };

/** A value as a form's id has it: a colon separates the id's parts, a bar these values. */
export const asInFormId = (value: string): string => value.replaceAll(/[:|]/g, '.');

const shownBy = (part: Form['components'][number]): string => {
  if (part.type !== ComponentType.Label) return '';
  const { component } = part;
  if (component.type === ComponentType.TextInput) return component.value ?? '';
  if (component.type !== ComponentType.StringSelect) return '';
  return component.options.find((option) => option.default === true)?.value ?? '';
};

/**
 * A form about a channel's settings, filled with them. Its id says with what: a field that is sent as it
 * was shown changes nothing, also where another moderator has changed that setting meanwhile.
 */
export const panelForm = (
  reader: Reader,
  which: PanelForm,
  { channel, page }: Pick<PanelView, 'channel' | 'page'>,
): Form => {
  const id = panelControl(which, channel.key, page);
  const filled = FORMS[which](reader, id, channel);
  const shown = filled.components.map((part) => asInFormId(shownBy(part)));
  return { ...filled, custom_id: `${id}:${shown.join('|')}` };
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
