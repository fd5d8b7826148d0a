import { REMIND_CHOICES } from '../../../domain/alerts/settings.ts';
import { clockTime } from '../../../i18n/format.ts';
import { menuRow } from '../../controls.ts';
import { zoneName } from '../settings-text.ts';
import { withCurrent, wallClock } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';

const MORNINGS = [6, 7, 8, 9, 10, 11, 12] as const;
const LIMITS = [5, 10, 20, 30, 60] as const;

/** Reminders, the daily digest and the hourly limit. */
export const dayRows: PageRows = ({ t, locale }, { channel: { key, settings } }) => [
  ...menuRow(
    panelControl('remind', key, 'day'),
    t('panel.remind'),
    REMIND_CHOICES.map((minutes) => ({
      value: String(minutes),
      label: t('settings.remind', { time: t('duration.minutes', { minutes }) }),
      isChosen: minutes === settings.remindBefore,
    })),
  ),
  ...menuRow(
    panelControl('digest', key, 'day'),
    t('panel.dailyDigest'),
    withCurrent<number>(
      MORNINGS.map((hour) => hour * 60),
      settings.digestAt,
    ).map((minutes) => ({
      value: wallClock(minutes),
      label: t('settings.dailyDigest', {
        time: clockTime(locale, minutes),
        zone: zoneName(settings.timeZone),
      }),
      isChosen: minutes === settings.digestAt,
    })),
  ),
  ...menuRow(panelControl('limit', key, 'day'), t('panel.limit'), [
    { value: 'none', label: t('settings.noLimit'), isChosen: settings.postsPerHour === null },
    ...withCurrent<number>(LIMITS, settings.postsPerHour ?? LIMITS[0]).map((count) => ({
      value: String(count),
      label: t('settings.limit', { count }),
      isChosen: count === settings.postsPerHour,
    })),
  ]),
];
