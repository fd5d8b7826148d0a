import { describe, expect, it } from 'vitest';
import { ALERT_TYPES, maskOf } from '#src/domain/alerts/alert-types.ts';
import {
  changedSettings,
  DEFAULT_SETTINGS,
  FLAGS,
  SETTING_NAMES,
  type AlertSettings,
} from '#src/domain/alerts/settings.ts';
import { HOUR } from '#src/lib/time.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { findChannel, settingsIn } from '#src/store/channels/channels.ts';
import { OTHER_SETTINGS } from '../domain/other-settings.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, discordId, NOON } from './rows.ts';

const { types: _essentials, ...DEFAULTS } = DEFAULT_SETTINGS;
const { types: _others, ...CHOSEN } = OTHER_SETTINGS;

/** Values that no release wrote into a field. */
const GARBAGE: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(FLAGS.map((flag) => [flag, ['yes', 1, null]])),
  smallestRound: [3, '4', {}],
  levels: [['galactic'], 'p1', [null]],
  category: ['mixed', 1],
  roles: [['@everyone'], [5], 'all', ['<@&1>'], ['1', '1']],
  roleTypes: [['streak'], ['card'], null],
  delay: [-1, 901, 1.5, '60', null],
  quietHours: [
    { from: 1_440, to: 0 },
    { from: 60 },
    { from: 60, to: 60 },
    { from: -1, to: 5 },
    '23-8',
  ],
  snoozedUntil: ['8:00', 1.5, {}],
  timeZone: ['Europe/Atlantis', '+02:00', '', 2, null],
  remindBefore: [0, 7, '15', null],
  digestAt: [1_440, -1, 8.5, null],
  events: ['all', null],
};

const read = (settings: string) => settingsIn({ types: 0, settings });

/** The settings when one field has another value. */
const readWith = (field: string, value: unknown) =>
  read(JSON.stringify({ ...CHOSEN, [field]: value }));

describe('stored settings', () => {
  it('are read back as they were chosen', () => {
    expect(read(JSON.stringify(CHOSEN))).toEqual({ ...CHOSEN, types: [] });
    expect(settingsIn({ types: maskOf(['set', 'news']), settings: '{}' })).toEqual({
      ...DEFAULTS,
      types: ['set', 'news'],
    });
  });

  it.each(['', '{', 'null', '[]', '5', '"{}"', '{"delay":{"$ne":1}}'])(
    'are the defaults when the document is %j',
    (settings) => {
      expect(read(settings)).toEqual({ ...DEFAULTS, types: [] });
    },
  );

  it.each(Object.entries(GARBAGE))(
    'use the default of %s alone when its value is invalid or missing',
    (field, values) => {
      const expected = { ...CHOSEN, [field]: DEFAULTS[field as keyof typeof DEFAULTS], types: [] };
      for (const value of values) expect(readWith(field, value)).toEqual(expected);
      // Missing, as an older version left it.
      expect(readWith(field, undefined)).toEqual(expected);
    },
  );

  it('are all tried with a value of their own, and with invalid ones', () => {
    expect(changedSettings(DEFAULT_SETTINGS, OTHER_SETTINGS)).toEqual(SETTING_NAMES);
    expect(Object.keys(GARBAGE).toSorted()).toEqual(Object.keys(DEFAULTS).toSorted());
  });

  it('of a later version keep the fields that are known', () => {
    expect(readWith('volume', 'loud')).toEqual({ ...CHOSEN, types: [] });
  });
});

describe.each(DIALECTS)('settings on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('concurrent changes', () => {
    const set = (chosen: Partial<AlertSettings>) => (settings: AlertSettings) => ({
      ...settings,
      ...chosen,
    });

    it('of different settings are both stored', async () => {
      const db = await aStore();
      const { key } = await aChannel(db, 1);
      const results = await Promise.all(
        [set({ delay: 60 }), set({ category: 'men' })].map((change) =>
          changeSettings(db, key, change, NOON),
        ),
      );
      const both = { ...DEFAULT_SETTINGS, delay: 60, category: 'men' };
      expect((await findChannel(db, discordId(1)))?.settings).toEqual(both);
      // The second result contains both changes.
      expect(results.map((result) => result?.after)).toContainEqual(both);
    });

    it('of the same setting leave the value of one of them', async () => {
      const db = await aStore();
      const { key } = await aChannel(db, 1);
      const delays = [10, 20, 30, 40, 50];
      await Promise.all(delays.map((delay) => changeSettings(db, key, set({ delay }), NOON)));
      const stored = await findChannel(db, discordId(1));
      expect(delays).toContain(stored?.settings.delay);
    });

    it('are all kept when each extends the current value', async () => {
      const db = await aStore();
      const { key } = await aChannel(db, 1, { settings: { types: [] } });
      await Promise.all(
        ALERT_TYPES.map((kind) =>
          changeSettings(
            db,
            key,
            (settings) => ({ ...settings, types: [...settings.types, kind] }),
            NOON,
          ),
        ),
      );
      expect((await findChannel(db, discordId(1)))?.settings.types).toEqual(ALERT_TYPES);
    });
  });

  it('of an unknown channel cannot be changed', async () => {
    const db = await aStore();
    expect(await changeSettings(db, 4_711, (settings) => settings, NOON)).toBeUndefined();
  });

  it('reschedule the daily digest when the time zone or the types change', async () => {
    const db = await aStore();
    const { key } = await aChannel(db, 1);
    const due = async () =>
      (await db.selectFrom('channels').select('digestDue').executeTakeFirstOrThrow()).digestDue;
    expect(await due()).toBeNull();
    const want = (settings: AlertSettings) => ({ ...settings, types: ['daily'] as const });
    await changeSettings(db, key, want, NOON);
    expect(await due()).toBe(NOON + 20 * HOUR);
    const inMadrid = (settings: AlertSettings) => ({ ...settings, timeZone: 'Europe/Madrid' });
    await changeSettings(db, key, inMadrid, NOON);
    expect(await due()).toBe(NOON + 18 * HOUR);
    await changeSettings(db, key, (settings) => ({ ...settings, types: [] }), NOON);
    expect(await due()).toBeNull();
  });
});
