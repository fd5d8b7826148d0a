import { DEFAULT_SETTINGS, FLAGS, type AlertSettings } from '#src/domain/alerts/settings.ts';

/** Every setting with another value than its default; `test/store/settings.test.ts` sees to that. */
export const OTHER_SETTINGS: AlertSettings = {
  ...DEFAULT_SETTINGS,
  ...Object.fromEntries(FLAGS.map((flag) => [flag, !DEFAULT_SETTINGS[flag]])),
  types: ['start'],
  smallestRound: 4,
  levels: ['major', 'p2'],
  category: 'women',
  roles: ['801'],
  roleTypes: ['news'],
  delay: 60,
  quietHours: { from: 1_380, to: 480 },
  snoozedUntil: 1_780_000_000_000,
  timeZone: 'Europe/Madrid',
  remindBefore: 30,
  digestAt: 0,
  events: 'finals',
};
