import type { MemberSettings } from '../../domain/member-settings.ts';
import type { Instant } from '../../domain/terms.ts';
import { languageName, LOCALES, type Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import { buttonRow, choices, controlId, menuRow, type ButtonSpec } from '../controls.ts';
import { COLOURS, embedReply, type MessageBody } from '../message.ts';
import { ZONE_CHOICES } from './panel/settings-pages.ts';
import { dataControl, SHOW_DATA } from './privacy.ts';
import { zoneName } from '../lines/settings-text.ts';

interface MemberSettingsView {
  readonly chosen: MemberSettings;
  /** Whether they get alerts by direct message. */
  readonly hasDirect: boolean;
  /** Until when these are paused; null while they are not. */
  readonly snoozedUntil: Instant | null;
}

const AUTO = 'auto';

export const memberSettingsMessage = (
  reader: Reader,
  { chosen, hasDirect, snoozedUntil }: MemberSettingsView,
): MessageBody => {
  const { t } = reader;
  const { locale, timeZone, hidesScores } = chosen;
  const language = locale === null ? null : LOCALES.find((each) => each === locale);
  const direct = hasDirect ? 'mine.directOn' : 'mine.directNone';
  // Discord shows the chosen option instead of the menu's name.
  const [languages, zones] = [t('panel.language').replace('…', ''), t('panel.form.zone')];
  const named = (name: string, value: string): string => t('labelled', { name, value });
  return embedReply(
    {
      title: t('mine.title'),
      description: [
        t(hidesScores ? 'mine.hidden' : 'mine.shown'),
        t('mine.publicPosts'),
        snoozedUntil === null
          ? t(direct)
          : t('mine.paused', { when: timestamp(snoozedUntil, 'f') }),
        t('mine.follows'),
      ]
        .map((line) => `- ${line}`)
        .join('\n'),
      color: COLOURS.final,
    },
    {
      components: [
        ...menuRow(controlId('settings', 'language'), languages, [
          { value: AUTO, label: t('mine.languageAuto'), isChosen: language === null },
          ...choices(LOCALES, language ?? null, (each) => named(languages, languageName(each))),
        ]),
        ...menuRow(controlId('settings', 'zone'), zones, [
          { value: AUTO, label: t('mine.zoneNone'), isChosen: timeZone === null },
          ...choices<string>(ZONE_CHOICES, timeZone, (zone) => named(zones, zoneName(zone))),
        ]),
        ...buttonRow(
          hidesScores
            ? { id: controlId('settings', 'scores', 'show'), label: t('mine.show') }
            : {
                id: controlId('settings', 'scores', 'hide'),
                label: t('mine.hide'),
                style: 'primary',
              },
          ...(hasDirect ? snoozeButtons(reader, snoozedUntil) : []),
          { id: dataControl('me', SHOW_DATA), label: t('mine.data') },
        ),
      ],
    },
  );
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
