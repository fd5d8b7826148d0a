import { presetOf, type AlertKind } from '../../domain/alerts/kinds.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { all, clockTime } from '../../i18n/format.ts';
import { type Reader, localeOf } from '../../i18n/i18n.ts';
import { joinedLines, dotted } from '../lines.ts';

export const kindNames = ({ t, locale }: Reader, kinds: readonly AlertKind[]): string =>
  kinds.length === 0
    ? t('settings.nothing')
    : all(
        locale,
        kinds.map((kind) => t(`alertKind.${kind}`)),
      );

export const kindsText = (reader: Reader, { kinds }: AlertSettings): string => {
  const preset = presetOf(kinds);
  const names = kindNames(reader, kinds);
  return preset === null ? names : `**${reader.t(`preset.${preset}`)}**: ${names}`;
};

export const hasMatchFilter = (settings: AlertSettings): boolean =>
  settings.smallestRound !== null || settings.levels.length > 0 || settings.category !== null;

export const matchFilterText = (
  { t, locale }: Reader,
  { smallestRound, levels, category }: AlertSettings,
): string => {
  const filters = dotted([
    category === null ? null : t(`category.${category}`),
    levels.length === 0
      ? null
      : all(
          locale,
          levels.map((level) => t(`level.${level}`)),
        ),
    smallestRound === null ? null : t('settings.from', { round: t(`round.${smallestRound}`) }),
  ]);
  return filters === '' ? t('settings.allMatches') : filters;
};

/** `45 s`, `2 min`. */
export const secondsText = (t: Reader['t'], seconds: number): string =>
  seconds % 60 === 0
    ? t('duration.minutes', { minutes: seconds / 60 })
    : t('settings.seconds', { seconds });

export const quietHoursText = (
  { t, locale }: Reader,
  { quietHours, timeZone }: Pick<AlertSettings, 'quietHours' | 'timeZone'>,
): string =>
  quietHours === null
    ? t('settings.neverQuiet')
    : t('settings.quiet', {
        from: clockTime(locale, quietHours.from),
        to: clockTime(locale, quietHours.to),
        zone: zoneName(timeZone),
      });

/** `Europe/Madrid` as people read it. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

export const hasDailyPostsIn = (kinds: readonly AlertKind[]): boolean =>
  kinds.includes('digest') || kinds.includes('ranking');

export const timesText = (reader: Reader, settings: AlertSettings): string => {
  const { t, locale } = reader;
  const { kinds, delay, remindBefore, digestAt, quietHours } = settings;
  const hasMorning = hasDailyPostsIn(kinds);
  return joinedLines([
    delay === 0 ? t('settings.atOnce') : t('settings.delayed', { time: secondsText(t, delay) }),
    quietHoursText(reader, settings),
    quietHours === null && !hasMorning
      ? t('settings.zone', { zone: zoneName(settings.timeZone) })
      : null,
    kinds.includes('reminder')
      ? t('settings.remind', { time: t('duration.minutes', { minutes: remindBefore }) })
      : null,
    hasMorning
      ? t('settings.dailyDigest', {
          time: clockTime(locale, digestAt),
          zone: zoneName(settings.timeZone),
        })
      : null,
  ]);
};

export const pingText = (reader: Reader, settings: AlertSettings): string => {
  const { t } = reader;
  const { roles, roleKinds, memberFollows } = settings;
  const told = roleKinds.filter((kind) => settings.kinds.includes(kind));
  const roleNames = roles.map((id) => `<@&${id}>`).join(' ');
  return [
    roles.length === 0
      ? t('settings.noRoles')
      : t('settings.roles', { roles: roleNames, kinds: kindNames(reader, told) }),
    ...(memberFollows ? [] : [t('settings.noMembers')]),
  ].join('\n');
};

/** What the texts above leave out while it has no effect: without reminders, the time of reminders. */
export const dormantTexts = (reader: Reader, settings: AlertSettings) => {
  const { t, locale } = reader;
  const { remindBefore, digestAt, roleKinds } = settings;
  return {
    remindBefore: t('settings.remind', { time: t('duration.minutes', { minutes: remindBefore }) }),
    digestAt: t('settings.dailyDigest', {
      time: clockTime(locale, digestAt),
      zone: zoneName(settings.timeZone),
    }),
    roleKinds: t('panel.labelled', {
      menu: t('panel.roleKinds').replace('…', ''),
      value: kindNames(reader, roleKinds),
    }),
  };
};

export const DORMANT = [
  'remindBefore',
  'digestAt',
  'roleKinds',
] as const satisfies readonly (keyof AlertSettings)[];

export const FLAGS = [
  'threads',
  'coverScores',
  'winProbability',
  'board',
  'memberFollows',
] as const;

export type Flag = (typeof FLAGS)[number];

export const displayText = ({ t }: Reader, settings: AlertSettings, locale: string): string =>
  [
    t(`settings.language.${localeOf(locale)}`),
    ...FLAGS.filter((flag) => flag !== 'memberFollows' && settings[flag]).map((flag) =>
      t(`settings.flag.${flag}`),
    ),
    t(`settings.events.${settings.events}`),
  ].join('\n');
