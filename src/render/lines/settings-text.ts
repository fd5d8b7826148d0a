import { levelText } from './tournament-texts.ts';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import { presetOf, type AlertType } from '../../domain/alerts/alert-types.ts';
import {
  changedSettings,
  FLAGS,
  isFlag,
  type AlertSettings,
  type ChoiceName,
  type ChoiceValue,
  type FlagName,
  type SettingName,
} from '../../domain/alerts/settings.ts';
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

/** `45 s`, `2 min`. */
const secondsText = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/** Time zones where most viewers of padel are; a typed one may be any. */
export const ZONE_CHOICES: readonly string[] = [
  'Europe/Madrid Europe/London Europe/Lisbon Europe/Paris Europe/Rome Europe/Berlin',
  'Europe/Stockholm Europe/Helsinki Europe/Athens Africa/Cairo Asia/Dubai Asia/Riyadh',
  'Asia/Kolkata Asia/Singapore Asia/Tokyo Australia/Sydney America/Argentina/Buenos_Aires',
  'America/Sao_Paulo America/Santiago America/Asuncion America/Mexico_City',
  'America/New_York America/Los_Angeles UTC',
].flatMap((line) => line.split(' '));

/** `Europe/Madrid` as people read it. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** The values of a setting in its menu. */
export const LABELS: {
  readonly [Name in Exclude<ChoiceName, 'remindBefore'>]: (
    reader: Pick<Reader, 't'>,
    value: ChoiceValue<Name>,
  ) => string;
} = {
  types: ({ t }, type) => t(`alertType.${type}`),
  category: ({ t }, category) => t(`category.${category}`),
  levels: ({ t }, level) => levelText(t, level),
  smallestRound: ({ t }, round) => t('settings.from', { round: t(`round.${round}`) }),
  roleTypes: ({ t }, type) => t(`alertType.${type}`),
  events: ({ t }, events) => t(`settings.events.${events}`),
};

type Name = Exclude<SettingName, 'types' | 'snoozedUntil'>;

/** A setting in words; empty for one that leaves everything as it is. */
type Text = (reader: Reader, settings: AlertSettings) => string;

const TEXTS: Readonly<Record<Exclude<Name, FlagName>, Text>> = {
  category: (reader, { category }) => (category === null ? '' : LABELS.category(reader, category)),
  levels: (reader, { levels }) =>
    all(
      reader.locale,
      levels.map((level) => LABELS.levels(reader, level)),
    ),
  smallestRound: (reader, { smallestRound }) =>
    smallestRound === null ? '' : LABELS.smallestRound(reader, smallestRound),
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
  events: (reader, { events }) => LABELS.events(reader, events),
};

const textOf = (name: Name, reader: Reader, settings: AlertSettings): string => {
  if (!isFlag(name)) return TEXTS[name](reader, settings);
  if (name === 'memberFollows' && !settings[name]) return reader.t('settings.noMembers');
  return settings[name] ? reader.t(`settings.flag.${name}`) : '';
};

const textsOf = (reader: Reader, settings: AlertSettings, names: readonly Name[]) =>
  names.map((name) => textOf(name, reader, settings)).filter(Boolean);

export const matchFilters = (reader: Reader, settings: AlertSettings): string =>
  dotted(textsOf(reader, settings, ['category', 'levels', 'smallestRound']));

type Summary = (reader: Reader, channel: Pick<AlertChannel, 'settings' | 'locale'>) => string;

/** What is set on a page of the panel, in words. */
export const SUMMARIES = {
  what: (reader, { settings: { types } }) => {
    const preset = presetOf(types);
    const value = typeNames(reader, types);
    const { t } = reader;
    return preset === null ? value : t('labelled', { name: `**${t(`preset.${preset}`)}**`, value });
  },
  matches: (reader, { settings }) =>
    matchFilters(reader, settings) || reader.t('settings.allMatches'),
  times: (reader, { settings }) => {
    const { types, quietHours } = settings;
    const hasDaily = types.includes('daily');
    return textsOf(reader, settings, [
      'delay',
      'quietHours',
      ...(quietHours === null && !hasDaily ? (['timeZone'] as const) : []),
      ...(types.includes('upcoming') ? (['remindBefore'] as const) : []),
      ...(hasDaily ? (['digestAt'] as const) : []),
    ]).join('\n');
  },
  pings: (reader, { settings }) =>
    textsOf(reader, settings, [
      'roles',
      ...(settings.roles.length === 0 ? [] : (['roleTypes'] as const)),
      'memberFollows',
    ]).join('\n'),
  look: (reader, { settings, locale }) =>
    [
      languageName(localeOf(locale)),
      ...textsOf(reader, settings, [...FLAGS.filter((name) => name !== 'memberFollows'), 'events']),
    ].join('\n'),
} satisfies Readonly<Record<string, Summary>>;

/** Another preset by its name; any other choice by what came and what went. */
const typesChange = (
  reader: Reader,
  before: readonly AlertType[],
  after: readonly AlertType[],
): string => {
  const [was, is] = [presetOf(before), presetOf(after)];
  if (was !== null && is !== null) {
    return `~~${reader.t(`preset.${was}`)}~~ → ${reader.t(`preset.${is}`)}`;
  }
  return cameAndWent(before, after, (types) => typeNames(reader, types));
};

/** `+ Results; − News`. */
export const cameAndWent = <Value>(
  before: readonly Value[],
  after: readonly Value[],
  named: (values: readonly Value[]) => string,
): string => {
  const [came, went] = [
    after.filter((each) => !before.includes(each)),
    before.filter((each) => !after.includes(each)),
  ];
  return [
    ...(came.length === 0 ? [] : [`+ ${named(came)}`]),
    ...(went.length === 0 ? [] : [`− ${named(went)}`]),
  ].join('; ');
};

/** Each setting that differs, with what it was. */
export const changedTexts = (
  reader: Reader,
  before: AlertSettings,
  after: AlertSettings,
): readonly string[] =>
  changedSettings(before, after)
    .map((name) => {
      if (name === 'snoozedUntil') return '';
      if (name === 'types') return typesChange(reader, before.types, after.types);
      const [was, is] = [textOf(name, reader, before), textOf(name, reader, after)];
      return [was === '' ? '' : `~~${was}~~`, is].filter(Boolean).join(' → ');
    })
    .filter(Boolean);
