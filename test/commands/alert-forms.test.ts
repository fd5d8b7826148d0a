import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import { ALERT_TYPES, PRESETS } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS, FLAGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { FormRefused } from '#src/errors.ts';
import type { Form } from '#src/render/forms.ts';
import { PANEL_FORMS, type PanelForm } from '#src/render/moderation/panel/forms.ts';
import type { PanelPage } from '#src/render/moderation/panel/view.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { idsOfControls } from '../render/controls.ts';
import { CLARA, opened } from './alerts-stage.ts';
import { aRequest, expectRefusal, type Filled } from './stage.ts';

/** How something is set: the page of the panel, the control on it, what is chosen or typed, and what is then set. */
type Way = readonly [
  page: PanelPage,
  control: string,
  chosen: readonly string[] | Filled,
  after: unknown,
];

const FLAGS_ON = FLAGS.filter((flag) => !DEFAULT_SETTINGS[flag]);

/** Every setting of a channel. `snoozedUntil` is missing, as it belongs to members. */
const WAYS: Readonly<Record<string, Way>> = {
  ...Object.fromEntries(
    FLAGS.map((flag): [string, Way] => [
      flag,
      ['look', 'flags', FLAGS_ON, !DEFAULT_SETTINGS[flag]],
    ]),
  ),
  types: ['what', 'types', ['result'], ['result']],
  smallestRound: ['matches', 'smallestRound', ['2'], 2],
  levels: ['matches', 'levels', ['p1'], ['p1']],
  category: ['matches', 'category', ['men'], 'men'],
  roles: ['pings', 'roles', ['42', '43'], ['42', '43']],
  roleTypes: ['pings', 'roleTypes', ['set'], ['set']],
  delay: ['times', 'quietForm', { delay: ' 37 ' }, 37],
  quietHours: ['times', 'quietForm', { from: '10:30pm', to: '7' }, { from: 1_350, to: 420 }],
  timeZone: ['times', 'quietForm', { zone: 'tokyo' }, 'Asia/Tokyo'],
  remindBefore: ['times', 'dailyForm', { remind: ['30'] }, 30],
  digestAt: ['times', 'dailyForm', { digest: '9:05' }, 545],
  events: ['look', 'events', ['finals'], 'finals'],
};

/** What is not a field of the settings, by the name under which its change is recorded. */
const MORE: Readonly<Record<string, Way>> = {
  language: ['look', 'language', ['es'], 'es'],
  pause: ['what', 'pause', [], true],
  follow: ['what', 'follow', ['women'], { kind: 'category', id: 2 }],
};

const isFilled = (with_: Way[2]): with_ is Filled => !Array.isArray(with_);

describe('a moderator', () => {
  it.each(Object.entries({ ...WAYS, ...MORE }))(
    'sets %s with three interactions: the panel, a control, and perhaps its form',
    async (name, [page, control, chosen, after]) => {
      const { run, press, open, submit, changes } = await opened();
      expect(idsOfControls(await run('panel', { page }))).toContain(`alerts:${control}:1:${page}`);
      const id = `${control}:1:${page}`;
      if (isFilled(chosen)) await submit(await open(id), chosen);
      else await press(id, ...chosen);
      expect((await changes()).map(({ change }) => change)).toMatchObject([
        name in MORE ? { what: name, after } : { what: 'settings', after: { [name]: after } },
      ]);
    },
  );

  it('can set every setting that a channel has', () => {
    expect(new Set([...Object.keys(WAYS), 'snoozedUntil'])).toEqual(
      new Set(Object.keys(DEFAULT_SETTINGS)),
    );
  });
});

const none = (): never => {
  throw new Error('no form');
};

const SET: Partial<AlertSettings> = {
  types: ALERT_TYPES,
  quietHours: { from: 1_350, to: 435 },
  timeZone: 'America/Argentina/Buenos_Aires',
  delay: 37,
  remindBefore: 60,
  digestAt: 545,
};

describe('a panel', () => {
  it('of which a control failed is shown as it is stored now, on its page', async () => {
    const { services, press, run } = await opened();
    await press('quiet:1:times', '1', '2');
    const request = { ...aRequest({}, CLARA), values: ['undo', '1', 'times', '1'] };
    expect(await alerts.present?.(request, services)).toEqual(
      await run('panel', { page: 'times' }),
    );
    await expectRefusal(
      async () => await alerts.present?.({ ...request, values: ['import', 'x'] }, services),
      'outdated-control',
    );
  });
});

describe('a form', () => {
  it.each<[string, Partial<AlertSettings>]>([
    ['nothing is set', {}],
    ['everything is set', SET],
    ['the daily post has another time', { types: ['daily'], digestAt: 545 }],
  ])('changes nothing when it is submitted as shown and %s', async (_case, set) => {
    const { services, fill, settings, changes } = await opened();
    await changeSettings(services.db, 1, (before) => ({ ...before, ...set }), 1);
    const before = await settings();
    for (const which of PANEL_FORMS) await fill(which, {});
    expect(await settings()).toEqual(before);
    expect(await changes()).toEqual([]);
  });

  it('keeps what another moderator changed meanwhile, except in edited fields', async () => {
    const { services, open, submit, press, settings, changes } = await opened();
    await changeSettings(services.db, 1, (before) => ({ ...before, ...SET }), 1);
    const forms = [];
    for (const which of PANEL_FORMS) forms.push(await open(`${which}:1:times`));
    const [quiet = none(), daily = none()] = forms;
    await press('quiet:1:times', '1', '2');
    await press('zone:1:times', 'Tokyo');
    await press('delay:1:times', '60');
    await press('digest:1:times', '11:11');
    await submit(quiet, { zone: 'Lisbon' });
    await submit(daily, { remind: ['5'] });
    expect(await settings()).toMatchObject({
      quietHours: { from: 60, to: 120 },
      timeZone: 'Europe/Lisbon',
      delay: 60,
      remindBefore: 5,
      digestAt: 671,
    });
    expect(await changes()).toHaveLength(6);
  });

  it('saves all its fields as one change, and turns off what is emptied', async () => {
    const { fill, settings, changes } = await opened();
    await fill('quietForm', { from: '22:30', to: '7.15', zone: 'buenos aires', delay: '37' });
    const { embeds } = await fill('dailyForm', { remind: ['60'], digest: '9:05' });
    const types = ALERT_TYPES.filter((type) =>
      [...PRESETS.essentials, 'upcoming', 'daily'].includes(type),
    );
    expect(await settings()).toEqual({ ...DEFAULT_SETTINGS, ...SET, types });
    expect(JSON.stringify(embeds)).toContain('Reminder 60 min before the match');
    await fill('quietForm', { from: '', to: 'none', delay: '' });
    await fill('dailyForm', { remind: ['none'], digest: '' });
    expect(await settings()).toMatchObject({
      types: PRESETS.essentials,
      quietHours: null,
      delay: 0,
    });
    expect((await changes()).map(({ change }) => change.what)).toEqual(Array(4).fill('settings'));
  });

  it.each<[PanelForm, Filled, string, object]>([
    ['quietForm', { from: '25:00', to: '8' }, 'unknown-times', { from: '25:00', to: '8' }],
    ['quietForm', { from: '22:30' }, 'unknown-times', { from: '22:30', to: '' }],
    ['quietForm', { from: '8', to: '8:00' }, 'quiet-all-day', {}],
    ['quietForm', { zone: 'tokyo', delay: '901' }, 'unknown-delay', { text: '901', most: '900' }],
    ['dailyForm', { remind: ['30'], digest: 'noonish' }, 'unknown-hour', { text: 'noonish' }],
  ])(
    '%s with %j is refused with the reason, and changes nothing',
    async (which, filled, ...wrong) => {
      const [problem, values] = wrong;
      const { fill, settings, changes } = await opened();
      await expect(fill(which, filled)).rejects.toMatchObject({
        problem: 'nothing-changed',
        refusals: [{ problem, values }],
      });
      expect(await settings()).toEqual(DEFAULT_SETTINGS);
      expect(await changes()).toEqual([]);
    },
  );

  it.each<[PanelForm, Filled, string]>([
    // With a menu of what it may mean.
    ['quietForm', { from: '22', to: '8', zone: 'Madird' }, 'did-you-mean'],
    ['dailyForm', { remind: [], digest: '8' }, 'outdated-control'],
  ])('%s with %j is refused for this alone', async (which, filled, problem) => {
    const { fill, settings } = await opened();
    await expectRefusal(() => fill(which, filled), problem);
    expect(await settings()).toEqual(DEFAULT_SETTINGS);
  });

  it('with several mistakes is refused with every reason, and is opened again as it was typed', async () => {
    const { fill, open, submit, settings } = await opened();
    const typed = { from: '25:99', to: '8', zone: 'São Paulo', delay: '2000' };
    const refused: unknown = await fill('quietForm', typed).catch((error: unknown) => error);
    if (!(refused instanceof FormRefused)) throw new Error('not refused');
    expect(refused.refusals.map(({ problem }) => problem)).toEqual([
      'unknown-times',
      'unknown-delay',
    ]);
    const again = await open(refused.again.replace('alerts:', ''));
    for (const value of Object.values(typed)) expect(JSON.stringify(again)).toContain(value);
    expect(await settings()).toEqual(DEFAULT_SETTINGS);
    // What is corrected is compared with the settings, not with what was typed before.
    await submit(again, { ...typed, from: '23', delay: '60' });
    expect(await settings()).toMatchObject({
      quietHours: { from: 1_380, to: 480 },
      timeZone: 'America/Sao_Paulo',
      delay: 60,
    });
  });

  it('with a city of several countries and another mistake names both, and offers the cities', async () => {
    const { fill } = await opened();
    await expect(fill('quietForm', { zone: 'Córdoba', delay: '2000' })).rejects.toMatchObject({
      refusals: [{ problem: 'ambiguous-name' }, { problem: 'unknown-delay' }],
    });
  });

  it('with a city that is meant and a mistake is refused for the mistake alone', async () => {
    const { fill } = await opened();
    await expect(fill('quietForm', { zone: 'Barcelona', delay: '2000' })).rejects.toMatchObject({
      problem: 'nothing-changed',
      refusals: [{ problem: 'unknown-delay' }],
    });
    await expect(fill('quietForm', { zone: 'Barcelona', delay: '20' })).rejects.toMatchObject({
      problem: 'ambiguous-name',
      meant: { value: 'Europe/Madrid' },
    });
  });

  it('is opened again with the settings when what was typed is too long for a button', async () => {
    const { fill, open } = await opened();
    await expect(fill('quietForm', { zone: 'ñ'.repeat(90) })).rejects.toMatchObject({
      again: 'alerts:quietForm:1:times',
    });
    expect(JSON.stringify(await open('quietForm:1:times:%:%zz&delay'))).not.toContain('%');
  });

  it.each<[string, (form: Form) => Form]>([
    ['lacks a field', (form) => ({ ...form, components: form.components.slice(1) })],
    ['lacks all fields', (form) => ({ ...form, components: [] })],
    ['has an unknown name', (form) => ({ ...form, custom_id: 'alerts:constructor:1:times' })],
    ['has the name of a control', (form) => ({ ...form, custom_id: 'alerts:pause:1:times' })],
  ])('that %s is refused as outdated', async (_case, forged) => {
    const { open, submit, settings } = await opened();
    const form = forged(await open('quietForm:1:times'));
    await expectRefusal(() => submit(form, { delay: '45' }), 'outdated-control');
    expect(await settings()).toEqual(DEFAULT_SETTINGS);
  });
});
