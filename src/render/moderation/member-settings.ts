import { MENU_OPTIONS_MAX } from '../../discord/message-limits.ts';
import type { MemberSettings } from '../../domain/member-settings.ts';
import type { Instant } from '../../domain/terms.ts';
import { languageName, LOCALES, type Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import { buttonRow, choices, controlId, menuRow, type ButtonSpec } from '../controls.ts';
import { form, textField, type Form } from '../forms.ts';
import { COLOURS, embedReply, type MessageBody } from '../message.ts';
import { dataControl, SHOW_DATA } from './privacy.ts';
import { ZONE_CHOICES, zoneName } from '../lines/settings-text.ts';

interface MemberSettingsView {
  readonly chosen: MemberSettings;
  /** Whether they get alerts by direct message. */
  readonly hasDirect: boolean;
  /** Until when these are paused; null while they are not. */
  readonly snoozedUntil: Instant | null;
}

const AUTO = 'auto';

/** A menu has an entry more: none. */
const ZONES_MOST = MENU_OPTIONS_MAX - 1;

/** Longer than any city or zone. */
const ZONE_LETTERS = 100;

/** The form for a time zone that the menu does not have. */
export const zoneForm = ({ t }: Reader): Form =>
  form(
    controlId('settings', 'city'),
    t('panel.form.zone'),
    textField({
      id: 'zone',
      label: t('panel.form.zone'),
      description: t('panel.form.zoneMeans'),
      value: '',
      most: ZONE_LETTERS,
    }),
  );

export const memberSettingsMessage = (
  reader: Reader,
  { chosen, hasDirect, snoozedUntil }: MemberSettingsView,
): MessageBody => {
  const { t } = reader;
  const { locale, timeZone, hidesScores } = chosen;
  const language = locale === null ? null : LOCALES.find((each) => each === locale);
  const typedZone = timeZone === null || ZONE_CHOICES.includes(timeZone) ? [] : [timeZone];
  const direct = hasDirect ? 'mine.directOn' : 'mine.directNone';
  // Discord shows the chosen option instead of the menu's name.
  const [languages, zones] = [t('panel.language').replace('…', ''), t('panel.form.zone')];
  const named = (name: string, value: string): string => t('labelled', { name, value });
  return embedReply({
    title: t('mine.title'),
    description: [
      t(hidesScores ? 'mine.hidden' : 'mine.shown'),
      t('mine.publicPosts'),
      snoozedUntil === null ? t(direct) : t('mine.paused', { when: timestamp(snoozedUntil, 'f') }),
      t('mine.follows'),
      t('mine.publicAnswers'),
    ].map((line) => `- ${line}`),
    color: COLOURS.final,
    components: [
      ...menuRow(controlId('settings', 'language'), languages, [
        { value: AUTO, label: t('mine.languageAuto'), isChosen: language === null },
        ...choices(LOCALES, language ?? null, (each) => named(languages, languageName(each))),
      ]),
      ...menuRow(controlId('settings', 'zone'), zones, [
        { value: AUTO, label: t('mine.zoneNone'), isChosen: timeZone === null },
        ...choices([...typedZone, ...ZONE_CHOICES].slice(0, ZONES_MOST), timeZone, (zone) =>
          named(zones, zoneName(zone)),
        ),
      ]),
      ...buttonRow(
        hidesScores
          ? { id: controlId('settings', 'scores', 'show'), label: t('mine.show') }
          : {
              id: controlId('settings', 'scores', 'hide'),
              label: t('mine.hide'),
              style: 'primary',
            },
        { id: controlId('settings', 'city'), label: t('mine.zoneOfCity') },
        ...(hasDirect ? snoozeButtons(reader, snoozedUntil) : []),
        { id: dataControl('me', SHOW_DATA), label: t('mine.data') },
      ),
    ],
  });
};

const snoozeButtons = ({ t }: Reader, snoozedUntil: Instant | null): readonly ButtonSpec[] =>
  snoozedUntil === null
    ? [
        { id: controlId('settings', 'snooze', 'hour'), label: t('mine.pauseHour') },
        { id: controlId('settings', 'snooze', 'morning'), label: t('mine.pauseMorning') },
      ]
    : [{ id: controlId('settings', 'snooze', 'off'), label: t('panel.resume') }];

/** Adds to a direct message the button that pauses them. */
export const withPauseButton = ({ t }: Reader, body: MessageBody): MessageBody => ({
  ...body,
  components: [
    ...(body.components ?? []),
    ...buttonRow({ id: controlId('settings', 'pause', 'hour'), label: t('mine.pauseHour') }),
  ],
});
