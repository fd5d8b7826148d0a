import { expect, it } from 'vitest';
import { follow } from '#commands/follow.ts';
import { settings } from '#commands/settings.ts';
import type { Services } from '#src/discord/command.ts';
import type { MessageBody } from '#src/render/message.ts';
import { findDirect } from '#src/store/channels/channels.ts';
import { changeMember, findMember } from '#src/store/follows/members.ts';
import { idsOfControls } from '../render/controls.ts';
import { formRefusals } from '../render/held.ts';
import { aFormRequest, aRequest, aStage, expectRefusal, pressOn } from './stage.ts';

const textOf = (body: MessageBody | undefined): string =>
  [body?.content, body?.embeds?.[0]?.title, body?.embeds?.[0]?.description].join('\n');

const press = async (services: Services, values: string[], chosen: string[] = []) =>
  pressOn(settings, services, values, chosen);

/** A stage with a member who follows somebody by direct message. */
const withDirect = async () => {
  const stage = await aStage([]);
  const services: Services = { ...stage.services, directChannel: () => Promise.resolve('777') };
  await follow.run(aRequest({ what: 'women' }, { guildId: null }), services);
  return services;
};

it('a member without a choice has nothing stored, also after undoing all choices', async () => {
  const { services } = await aStage([]);
  const shown = textOf(await settings.run(aRequest(), services));
  expect(shown).toContain('Scores are shown');
  expect(shown).toContain("Answers that everyone sees are in the channel's language.");
  expect(await findMember(services.db, 'member')).toBeUndefined();
  await press(services, ['scores', 'hide']);
  await press(services, ['language'], ['fr']);
  await press(services, ['zone'], ['Europe/Paris']);
  const chosen = {
    ...{ hidesScores: true, locale: 'fr', timeZone: 'Europe/Paris', discordLocale: 'en' },
  };
  expect(await findMember(services.db, 'member')).toEqual(chosen);
  await press(services, ['scores', 'show']);
  await press(services, ['language'], ['auto']);
  await press(services, ['zone'], ['auto']);
  expect(await findMember(services.db, 'member')).toBeUndefined();
});

it('/settings responds in the chosen language at once', async () => {
  const { services } = await aStage([]);
  expect(textOf(await press(services, ['language'], ['es']))).toContain('Tus ajustes');
});

it('/settings takes the zone of any city, and shows it among the others', async () => {
  const { services } = await aStage([]);
  const request = { ...aRequest(), values: ['city'], chosen: [] };
  const form = await settings.form?.show(request, services);
  if (form === undefined) throw new Error('no form');
  expect(formRefusals(form)).toEqual([]);
  const submit = (zone: string) => settings.form?.submit(aFormRequest(form, { zone }), services);
  const shown = JSON.stringify((await submit('Kyiv'))?.components);
  expect(shown).toContain('Time zone: Europe/Kyiv');
  expect(await findMember(services.db, 'member')).toMatchObject({ timeZone: 'Europe/Kyiv' });
  await expectRefusal(() => submit('CET'), 'ambiguous-name');
  await expectRefusal(() => submit('x'.repeat(100)), 'no-such-zone');
});

it.each([
  [['scores', 'maybe']],
  [['language', 'xx']],
  [['zone', 'Mars']],
  [['snooze', 'week']],
  [['x']],
])('/settings refuses a control that the bot never creates: %j', async (values) => {
  const { services } = await aStage([]);
  await expectRefusal(() => press(services, values), 'outdated-control');
});

it('/settings applies to direct messages, also to those that begin later', async () => {
  const services = await withDirect();
  await press(services, ['scores', 'hide']);
  await press(services, ['zone'], ['Asia/Tokyo']);
  await press(services, ['language'], ['it']);
  expect(await findDirect(services.db, 'member')).toMatchObject({
    locale: 'it',
    settings: { coverScores: true, timeZone: 'Asia/Tokyo' },
  });
  // Without a choice, the language of their Discord client applies.
  expect(
    textOf(await pressOn(settings, services, ['language'], ['auto'], { locale: 'it' })),
  ).toContain('Your settings');
  expect(await findDirect(services.db, 'member')).toMatchObject({ locale: 'en' });
  const { services: later } = await aStage([]);
  await press(later, ['scores', 'hide']);
  const opened: Services = { ...later, directChannel: () => Promise.resolve('778') };
  await follow.run(aRequest({ what: 'men' }, { guildId: null }), opened);
  expect(await findDirect(later.db, 'member')).toMatchObject({ settings: { coverScores: true } });
});

it('/settings pauses direct messages for an hour, or until the member’s morning', async () => {
  const services = { ...(await withDirect()), now: () => Date.UTC(2026, 5, 7, 21, 30) };
  const until = async () => (await findDirect(services.db, 'member'))?.settings.snoozedUntil;
  expect(textOf(await press(services, ['pause', 'hour']))).toContain('paused until');
  expect(await until()).toBe(Date.UTC(2026, 5, 7, 22, 30));
  await press(services, ['zone'], ['Europe/Madrid']);
  await press(services, ['snooze', 'morning']);
  expect(await until()).toBe(Date.UTC(2026, 5, 8, 6));
  expect(textOf(await press(services, ['snooze', 'off']))).toContain('You can pause them');
  expect(await until()).toBeNull();
});

it('two choices that are made at the same time are both kept', async () => {
  const { services } = await aStage([]);
  await Promise.all([
    changeMember(services.db, 'member', { hidesScores: true }),
    changeMember(services.db, 'member', { timeZone: 'Europe/Madrid' }),
  ]);
  expect(await findMember(services.db, 'member')).toMatchObject({
    hidesScores: true,
    timeZone: 'Europe/Madrid',
  });
});

it('**My data** shows and deletes the settings of a member', async () => {
  const { services } = await aStage([]);
  await press(services, ['scores', 'hide']);
  expect(idsOfControls(await settings.run(aRequest(), services))).toContain('settings:data:show');
  const shown = await press(services, ['data', 'show']);
  expect(textOf(shown)).toContain('Your settings: language, time zone');
  expect(new TextDecoder().decode(shown.files?.[0]?.data)).toContain('"hidesScores": true');
  await press(services, ['data', 'delete']);
  expect(await findMember(services.db, 'member')).toBeUndefined();
});
