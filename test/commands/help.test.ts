import { describe, expect, it } from 'vitest';
import { TOPICS } from '#commands/help.ts';
import { commands } from '#commands/index.ts';
import type { CommandRequest } from '#src/discord/command.ts';
import { LOCALES, translator } from '#src/i18n/i18n.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import { refusals } from '../render/held.ts';
import { aRequest, aStage } from './stage.ts';

const help = commands.find(({ definition }) => definition.name === 'help');

const asked = async (
  asker: Partial<CommandRequest> = {},
  {
    withChannel = true,
    ids = [] as readonly (readonly [string, string])[],
    supportUrl = null as string | null,
  } = {},
) => {
  const { services, setUp } = await aStage([]);
  if (withChannel) await setUp();
  const known = { ...services, supportUrl, commandIds: () => new Map(ids) };
  const body = await help?.run(aRequest({}, asker), known);
  if (body === undefined) throw new Error('there is no /help');
  const [embed] = body.embeds ?? [];
  const text = [embed?.description, ...(embed?.fields ?? []).map(({ value }) => value)].join('\n');
  return { body, text, first: /1\. (.*)/.exec(embed?.description ?? '')?.[1] ?? '' };
};

const MODERATOR = { mayManage: true };
const DIRECT = { guildId: null };

describe('/help', () => {
  it('knows what every command is about', () => {
    const told = Object.values(TOPICS).flat();
    const names = commands.map(({ definition }) => definition.name);
    const untold = names.filter((name) => name !== 'help' && !told.some((each) => each === name));
    expect(untold).toEqual([]);
    expect(new Set(told).size).toBe(told.length);
  });

  it.each([
    ['a moderator without an alert channel', MODERATOR, false, '`/alerts setup`'],
    ['a moderator', MODERATOR, true, '`/follow`'],
    ['a member', {}, true, '`/live`'],
    ['somebody who writes directly', DIRECT, true, '`/live`'],
  ])('tells %s what to try first', async (_reason, asker, withChannel, command) => {
    expect((await asked(asker, { withChannel })).first).toContain(command);
  });

  it('says where alerts go, or that nobody has chosen that', async () => {
    expect((await asked()).text).toContain('posted in <#500>');
    expect((await asked({}, { withChannel: false })).text).toContain('no alert channel yet');
  });

  it('names every alert channel that the reader may see, and promises more than wins', async () => {
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

  it('names commands so that they can be clicked, where their ids are known', async () => {
    const ids = [
      ['live', '11'],
      ['alerts', '12'],
    ] as const;
    const { text } = await asked(MODERATOR, { withChannel: false, ids });
    expect(text).toContain('</live:11>');
    expect(text).toContain('</alerts setup:12>');
    expect(text).toContain('`/follow`');
  });

  it('speaks the language of the reader, names of commands included', async () => {
    const spanish = { locale: 'es', t: translator('es'), ...MODERATOR } as const;
    const { text } = await asked(spanish, { withChannel: false });
    expect(text).toMatch(/`\/alertas \S+`: elige dónde/);
    expect(text).toContain('`/seguir`');
    expect(text).not.toContain('`/follow`');
  });

  it('tells only of what can be run there, and by whom', async () => {
    expect((await asked(DIRECT)).text).toContain('`/follows`');
    expect((await asked(MODERATOR)).text).toContain('`/alerts');
    expect((await asked()).text).not.toContain('`/alerts`');
    expect((await asked(DIRECT)).text).not.toContain('`/alerts');
    expect((await asked()).text).not.toContain('`/webhook`');
    expect((await asked({ isOperator: true })).text).toContain('`/webhook`');
  });

  it('has a button to the operator’s support, where there is one', async () => {
    expect((await asked()).body.components).toEqual([]);
    const { body } = await asked({}, { supportUrl: 'https://discord.gg/padel' });
    expect(body.components).toMatchObject([
      { components: [{ style: 5, url: 'https://discord.gg/padel', label: 'Get support' }] },
    ]);
  });

  it.each(LOCALES)('is taken by Discord in %s, with the longest mentions', async (locale) => {
    const ids = commands.map(({ definition }) => [definition.name, '1'.repeat(20)] as const);
    const asker = { locale, t: translator(locale), isOperator: true };
    expect(
      refusals((await asked(asker, { ids, supportUrl: 'https://discord.gg/padel' })).body),
    ).toEqual([]);
  });
});
