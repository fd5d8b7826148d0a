import { menuRow } from '../../controls.ts';
import { quietHoursText, secondsText, zoneName } from '../settings-text.ts';
import { withCurrent, wallClock } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';

/** Spoiler delays to choose from, in seconds. */
const DELAYS = [0, 15, 30, 45, 60, 90, 120, 180, 300, 600, 900] as const;

/** Quiet hours to choose from; `/alerts set` accepts any. */
const QUIET_CHOICES = [
  [22, 7],
  [22, 8],
  [23, 7],
  [23, 8],
  [23, 9],
  [0, 7],
  [0, 8],
  [0, 9],
  [1, 9],
] as const;

/** Time zones where most viewers of padel are; `/alerts set` accepts any. */
export const ZONE_CHOICES = [
  'Europe/Madrid',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Paris',
  'Europe/Rome',
  'Europe/Berlin',
  'Europe/Stockholm',
  'Europe/Helsinki',
  'Europe/Athens',
  'Africa/Cairo',
  'Asia/Dubai',
  'Asia/Riyadh',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Asuncion',
  'America/Mexico_City',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
] as const;

/** When a channel gets alerts. */
export const timesRows: PageRows = (reader, { channel: { key, settings } }) => {
  const { t } = reader;
  const { delay, quietHours, timeZone } = settings;
  const quiet = QUIET_CHOICES.map(([from, to]) => ({ from: from * 60, to: to * 60 }));
  const isListed = quiet.some(({ from, to }) => from === quietHours?.from && to === quietHours.to);
  return [
    ...menuRow(
      panelControl('delay', key, 'times'),
      t('panel.delay'),
      withCurrent<number>(DELAYS, delay).map((seconds) => ({
        value: String(seconds),
        label:
          seconds === 0
            ? t('settings.atOnce')
            : t('settings.delayed', { time: secondsText(t, seconds) }),
        isChosen: seconds === delay,
      })),
    ),
    ...menuRow(panelControl('quiet', key, 'times'), t('panel.quiet'), [
      { value: 'none', label: t('settings.neverQuiet'), isChosen: quietHours === null },
      ...(quietHours === null || isListed ? quiet : [...quiet, quietHours]).map((hours) => ({
        value: `${wallClock(hours.from)}-${wallClock(hours.to)}`,
        label: quietHoursText(reader, { quietHours: hours, timeZone }),
        isChosen: hours.from === quietHours?.from && hours.to === quietHours.to,
      })),
    ]),
    ...menuRow(
      panelControl('zone', key, 'times'),
      t('panel.zone'),
      withCurrent<string>(ZONE_CHOICES, timeZone).map((zone) => ({
        value: zone,
        label: zoneName(zone),
        isChosen: zone === timeZone,
      })),
    ),
  ];
};
