import { describe, expect, it } from 'vitest';
import { TOPICS } from '#commands/help.ts';
import { commands } from '#commands/index.ts';
import type { CommandRequest } from '#src/discord/command.ts';
import { LOCALES, translator } from '#src/i18n/i18n.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import { idsOfControls } from '../render/controls.ts';
import { refusals } from '../render/held.ts';
import { aRequest, aStage, expectRefusal } from './stage.ts';

const help = commands.find(({ definition }) => definition.name === 'help');

const showHelp = async (
  user: Partial<CommandRequest> = {},
  {
    withChannel = true,
    ids = [] as readonly (readonly [string, string])[],
    supportUrl = null as string | null,
  } = {},
) => {
  const { services, setUp } = await aStage([]);
  if (withChannel) await setUp();
  const known = { ...services, supportUrl, commandIds: () => new Map(ids) };
  const body = await help?.run(aRequest({}, user), known);
  if (body === undefined) throw new Error('there is no /help');
  const [embed] = body.embeds ?? [];
  const text = [embed?.description, ...(embed?.fields ?? []).map(({ value }) => value)].join('\n');
  return { body, text, first: /1\. (.*)/.exec(embed?.description ?? '')?.[1] ?? '' };
};

const MODERATOR = { mayManage: true };
const DIRECT = { guildId: null };

describe('/help', () => {
  it('has a topic for every command, each once', () => {
    const covered = Object.values(TOPICS).flat();
    const names = commands.map(({ definition }) => definition.name);
    const uncovered = names.filter(
      (name) => name !== 'help' && !covered.some((each) => each === name),
    );
    expect(uncovered).toEqual([]);
    expect(new Set(covered).size).toBe(covered.length);
  });

  it.each([
    ['a moderator without an alert channel', MODERATOR, false, '`/alerts setup`'],
    ['a moderator', MODERATOR, true, '`/follow`'],
    ['a member', {}, true, '`/live`'],
    ['a user in direct messages', DIRECT, true, '`/live`'],
  ])('suggests a first command to %s', async (_reason, user, withChannel, command) => {
    expect((await showHelp(user, { withChannel })).first).toContain(command);
  });

  it('says where alerts are posted, or that there is no alert channel yet', async () => {
    expect((await showHelp()).text).toContain('posted in <#500>');
    expect((await showHelp({}, { withChannel: false })).text).toContain('no alert channel yet');
  });

  it('names every alert channel that the user may see, and mentions losses, too', async () => {
    const { services, setUp } = await aStage([]);
    await setUp();
    for (const discordId of ['501', '502']) {
      const made = { discordId, guildId: 'guild', locale: 'en', configuredBy: 'moderator' };
      await setUpChannel(services.db, made, 1);
    }
    const request = aRequest({}, { maySee: (id) => id !== '502' });
    const text = (await help?.run(request, services))?.embeds?.[0]?.description;
    expect(text).toContain('posted in <#500> and <#501>.');
    expect(text).toContain('won or lost');
  });

  it('makes commands clickable when their ids are known', async () => {
    const ids = [
      ['live', '11'],
      ['alerts', '12'],
    ] as const;
    const { text } = await showHelp(MODERATOR, { withChannel: false, ids });
    expect(text).toContain('</live:11>');
    expect(text).toContain('</alerts setup:12>');
    expect(text).toContain('`/follow`');
  });

  it('uses the language of the user, also for the names of commands', async () => {
    const spanish = { locale: 'es', t: translator('es'), ...MODERATOR } as const;
    const { text } = await showHelp(spanish, { withChannel: false });
    expect(text).toMatch(/`\/alertas \S+`: elige dónde/);
    expect(text).toContain('`/seguir`');
    expect(text).not.toContain('`/follow`');
  });

  it('lists only what the user can run there', async () => {
    expect((await showHelp(DIRECT)).text).toContain('`/follow`');
    expect((await showHelp(MODERATOR)).text).toContain('`/alerts');
    expect((await showHelp()).text).not.toContain('`/alerts`');
    expect((await showHelp(DIRECT)).text).not.toContain('`/alerts');
  });

  it('has a button that shows whether the bot works, and from there one back', async () => {
    const { services } = await aStage([]);
    const press = (control: string) =>
      help?.component?.run({ ...aRequest(), values: [control], chosen: [] }, services);
    expect(idsOfControls((await showHelp()).body)).toEqual(['help:status']);
    const status = await press('status');
    expect(status?.embeds?.[0]?.title).toBe('Everything works');
    expect(idsOfControls(status ?? {})).toEqual(['help:status', 'help:steps']);
    expect((await press('steps'))?.embeds?.[0]?.title).toContain('padel');
    await expectRefusal(() => (async () => press('burn'))(), 'outdated-control');
  });

  it('has a button to the operator’s support when there is one', async () => {
    const { body } = await showHelp({}, { supportUrl: 'https://discord.gg/padel' });
    expect(body.components?.slice(1)).toMatchObject([
      { components: [{ style: 5, url: 'https://discord.gg/padel', label: 'Get support' }] },
    ]);
  });

  it.each(LOCALES)('is accepted by Discord in %s, with the longest mentions', async (locale) => {
    const ids = commands.map(({ definition }) => [definition.name, '1'.repeat(20)] as const);
    const user = { ...MODERATOR, locale, t: translator(locale) };
    expect(
      refusals((await showHelp(user, { ids, supportUrl: 'https://discord.gg/padel' })).body),
    ).toEqual([]);
  });
});
