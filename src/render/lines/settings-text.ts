import { levelText } from './tournament-texts.ts';
import { presetOf, type AlertType } from '../../domain/alerts/alert-types.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { all, clockTime } from '../../i18n/format.ts';
import { languageName, type Reader, localeOf } from '../../i18n/i18n.ts';
import { dotted } from './lines.ts';

export const typeNames = ({ t, locale }: Reader, types: readonly AlertType[]): string =>
  types.length === 0
    ? t('settings.nothing')
    : all(
        locale,
        types.map((type) => t(`alertType.${type}`)),
      );

export const typesText = (reader: Reader, { types }: AlertSettings): string => {
  const preset = presetOf(types);
  const value = typeNames(reader, types);
  const { t } = reader;
  return preset === null ? value : t('labelled', { name: `**${t(`preset.${preset}`)}**`, value });
};

/** `45 s`, `2 min`. */
const secondsText = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/** `Europe/Madrid` as people read it. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

export const FLAGS = [
  'threads',
  'coverScores',
  'winProbability',
  'board',
  'memberFollows',
] as const;

type Name = Exclude<keyof AlertSettings, 'types' | 'snoozedUntil'>;

/** A setting in words; empty for one that leaves everything as it is. */
type Text = (reader: Reader, settings: AlertSettings) => string;

const flagText =
  (flag: (typeof FLAGS)[number]): Text =>
  ({ t }, settings) =>
    settings[flag] ? t(`settings.flag.${flag}`) : '';

const TEXTS: Readonly<Record<Name, Text>> = {
  category: ({ t }, { category }) => (category === null ? '' : t(`category.${category}`)),
  levels: ({ t, locale }, { levels }) =>
    all(
      locale,
      levels.map((level) => levelText(t, level)),
    ),
  smallestRound: ({ t }, { smallestRound }) =>
    smallestRound === null ? '' : t('settings.from', { round: t(`round.${smallestRound}`) }),
  delay: ({ t }, { delay }) =>
    delay === 0 ? t('settings.atOnce') : t('settings.delayed', { time: secondsText(delay) }),
  quietHours: ({ t, locale }, { quietHours, timeZone }) =>
    quietHours === null
      ? t('settings.neverQuiet')
      : t('settings.quiet', {
          from: clockTime(locale, quietHours.from),
          to: clockTime(locale, quietHours.to),
          zone: zoneName(timeZone),
        }),
  timeZone: ({ t }, { timeZone }) =>
    t('labelled', { name: t('panel.form.zone'), value: zoneName(timeZone) }),
  remindBefore: ({ t }, { remindBefore }) => t('settings.remind', { time: `${remindBefore} min` }),
  digestAt: ({ t, locale }, { digestAt, timeZone }) =>
    t('settings.dailyDigest', { time: clockTime(locale, digestAt), zone: zoneName(timeZone) }),
  roles: ({ t }, { roles }) =>
    roles.length === 0 ? t('settings.noRoles') : roles.map((id) => `<@&${id}>`).join(' '),
  roleTypes: (reader, { roleTypes }) =>
    reader.t('labelled', {
      name: reader.t('panel.roleTypes').replace('…', ''),
      value: typeNames(reader, roleTypes),
    }),
  memberFollows: ({ t }, { memberFollows }) =>
    t(memberFollows ? 'settings.flag.memberFollows' : 'settings.noMembers'),
  threads: flagText('threads'),
  coverScores: flagText('coverScores'),
  winProbability: flagText('winProbability'),
  board: flagText('board'),
  events: ({ t }, { events }) => t(`settings.events.${events}`),
};

const textsOf = (reader: Reader, settings: AlertSettings, names: readonly Name[]) =>
  names.map((name) => TEXTS[name](reader, settings)).filter(Boolean);

export const matchFilters = (reader: Reader, settings: AlertSettings): string =>
  dotted(textsOf(reader, settings, ['category', 'levels', 'smallestRound']));

export const timesText = (reader: Reader, settings: AlertSettings): string => {
  const { types, quietHours } = settings;
  const hasDaily = types.includes('daily');
  return textsOf(reader, settings, [
    'delay',
    'quietHours',
    ...(quietHours === null && !hasDaily ? (['timeZone'] as const) : []),
    ...(types.includes('upcoming') ? (['remindBefore'] as const) : []),
    ...(hasDaily ? (['digestAt'] as const) : []),
  ]).join('\n');
};

export const pingText = (reader: Reader, settings: AlertSettings): string =>
  textsOf(reader, settings, [
    'roles',
    ...(settings.roles.length === 0 ? [] : (['roleTypes'] as const)),
    'memberFollows',
  ]).join('\n');

export const displayText = (reader: Reader, settings: AlertSettings, locale: string): string =>
  [
    languageName(localeOf(locale)),
    ...textsOf(reader, settings, ['threads', 'coverScores', 'winProbability', 'board', 'events']),
  ].join('\n');

/** What changed of the settings but the types, each with what it was. */
export const changedTexts = (
  reader: Reader,
  before: AlertSettings,
  after: AlertSettings,
): readonly string[] =>
  Object.entries(TEXTS).flatMap(([name, text]) => {
    const [was, is] = [before, after].map((settings) =>
      JSON.stringify(new Map<string, unknown>(Object.entries(settings)).get(name)),
    );
    if (was === is) return [];
    const [old, now] = [text(reader, before), text(reader, after)];
    return [[old === '' ? '' : `~~${old}~~`, now].filter(Boolean).join(' → ')];
  });
