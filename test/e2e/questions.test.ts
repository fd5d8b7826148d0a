import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer } from '#sandbox/discord/control-contract.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

let stage: Stage;
let men: readonly { readonly id: number; readonly name: string }[];
let woman: { readonly id: number; readonly name: string };

beforeAll(async () => {
  stage = await openStage();
  await stage.startBot();
  const ranked = async (category: string) => {
    const { data } = await stage.ask<{ data: { id: number; name: string }[] }>(
      `/players?category=${category}&sort_by=ranking&per_page=50`,
    );
    return data;
  };
  men = await ranked('men');
  const [first] = await ranked('women');
  if (first === undefined) throw new Error('the world has no women');
  woman = first;
  // Names arrive page by page: the directory is complete when the last of them is known.
  await vi.waitFor(async () => {
    const last = await stage.run('member', `/player player:${woman.name}`);
    expect(last.ephemeral).toBe(false);
  }, PATIENCE);
});

afterAll(async () => {
  await stage.stop();
});

const man = (index: number): string => men[index]?.name ?? '';

const textOf = ({ message }: Answer): string =>
  [
    message?.content ?? '',
    ...(message?.embeds ?? []).flatMap(({ title, description, fields }) => [
      title ?? '',
      description ?? '',
      ...(fields ?? []).map(({ value }) => value),
    ]),
  ].join('\n');

/** Expects an acknowledgement within Discord's deadline and a private response with these words. */
const expectApology = (answer: Answer, words: string): void => {
  expect(answer.status).toBe('answered');
  expect(answer.ephemeral).toBe(true);
  expect(answer.acknowledgedAfter).toBeLessThan(3_000);
  expect(textOf(answer)).toContain(words);
};

describe('/h2h', () => {
  it('compares one player a side', async () => {
    const answer = await stage.run('member', `/h2h player:${man(0)} opponent:${man(1)}`);
    expect(answer).toMatchObject({ status: 'answered', ephemeral: false });
    expect(textOf(answer)).toMatch(/lead|Level|No meetings/);
  });

  it('compares two players a side', async () => {
    const answer = await stage.run(
      'member',
      `/h2h player:${man(0)} opponent:${man(2)} partner:${man(1)} opponent_partner:${man(3)}`,
    );
    expect(textOf(answer)).toContain(' / ');
    expect(answer.ephemeral).toBe(false);
  });

  it('has a button that simulates the same sides', async () => {
    const { message } = await stage.run('member', `/h2h player:${man(0)} opponent:${man(2)}`);
    const row = message?.components?.[0];
    const button = row !== undefined && 'components' in row ? row.components[0] : undefined;
    const customId = button !== undefined && 'custom_id' in button ? button.custom_id : '';
    const answer = await stage.press('member', { message: message?.id ?? '', customId });
    expect(textOf(answer)).toContain('%');
  });
});

describe('/simulate', () => {
  it('gives both sides chances that add up to 100 %', async () => {
    const answer = await stage.run(
      'member',
      `/simulate player:${man(0)} opponent:${man(9)} partner:${man(1)} opponent_partner:${man(8)}`,
    );
    const chances = [...textOf(answer).matchAll(/\*\*(\d+)%\*\*/g)].map(([, value]) =>
      Number(value),
    );
    expect(chances).toHaveLength(2);
    expect((chances[0] ?? 0) + (chances[1] ?? 0)).toBe(100);
  });
});

describe('a command that cannot be answered', () => {
  it.each([
    ['an unknown name', () => `/h2h player:Zzyzx opponent:${man(0)}`, 'No result for'],
    ['the same player on both sides', () => `/h2h player:${man(0)} opponent:${man(0)}`, 'twice'],
    [
      'one partner missing',
      () => `/simulate player:${man(0)} opponent:${man(1)} partner:${man(2)}`,
      'both partners or neither',
    ],
    ['a man and a woman', () => `/h2h player:${man(0)} opponent:${woman.name}`, 'one category'],
  ])('gets a private explanation of %s', async (_case, command, words) => {
    await stage.run('moderator', '/alerts setup channel:#padel-alerts');
    expectApology(await stage.run('member', command()), words);
  });

  it.each([
    ['is down', 'down', "isn't responding right now"],
    ['answers with errors', 'errors', "isn't responding right now"],
    ['is busy', 'busy', 'used up'],
  ] as const)('gets a private explanation while the service %s', async (_case, api, words) => {
    await stage.demo.padel.steer({ api });
    // Players who were in no command before: the cache has nothing about them.
    const index = 10 + 4 * ['down', 'errors', 'busy'].indexOf(api);
    const command = `/h2h player:${man(index)} opponent:${man(index + 1)}`;
    expectApology(await stage.run('member', command), words);
    await stage.demo.padel.steer({ api: 'ok' });
  });
});

describe('autocomplete', () => {
  it('finds players by the beginning of a surname, without accents', async () => {
    const surname = man(4).split(' ').at(-1) ?? '';
    const typed = surname.normalize('NFD').replace(/\p{M}/gu, '').slice(0, 4).toLowerCase();
    const { choices } = await stage.complete('member', `/h2h player:${typed}`);
    expect(choices.map(({ name }) => name).join()).toContain(man(4));
    expect(choices.length).toBeLessThanOrEqual(25);
  });
});

describe('/alerts setup', () => {
  it('is not offered to a member', async () => {
    const refused = stage.run('member', '/alerts setup channel:#padel-alerts');
    await expect(refused).rejects.toThrow('it needs ManageGuild');
  });

  it('names the missing permission', async () => {
    await stage.deny('announcements', ['SendMessages']);
    const answer = await stage.run('moderator', '/alerts setup channel:#announcements');
    // The language of this moderator is Spanish.
    expectApology(answer, 'Enviar mensajes');
    await stage.deny('announcements', []);
  });

  it("responds in the moderator's language, and names the language of the alerts", async () => {
    const answer = await stage.run(
      'moderator',
      '/alerts setup channel:#padel-alerts language:Español',
    );
    expect(textOf(answer)).toContain('Las alertas se publican ahora');
    expect(JSON.stringify(answer)).toContain('Español');
  });
});

describe('follows', () => {
  it('work for a forum named in the command, because nobody can type in a forum', async () => {
    await stage.makeChannel('matches', 'forum');
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    await stage.run('moderator', '/alerts setup channel:#matches language:English');
    const { id } =
      (await stage.state()).channels.find(({ name }) => name === 'matches') ?? expect.fail();
    const asked = `/follow name:${man(1)} who:channel channel:#matches`;
    expect(textOf(await stage.run('moderator', asked))).toContain(`<#${id}>`);
    expect(textOf(await stage.run('member', '/follow channel:#matches'))).toContain(man(1));
    expect(textOf(await stage.run('member', '/follow channel:#padel-alerts'))).not.toContain(
      man(1),
    );
  });

  it('are added once, listed and removed', async () => {
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    const follow = `/follow name:${man(0)}`;
    expect(textOf(await stage.run('member', follow))).toContain('You now follow');
    expect(textOf(await stage.run('member', follow))).toContain('already');
    const list = await stage.run('member', '/follow');
    expect(textOf(list)).toContain(man(0));
    const [, customId = ''] = /"custom_id":"(follow:end:[^"]*)"/.exec(JSON.stringify(list)) ?? [];
    const values = [`me-player-${men[0]?.id ?? 0}`];
    const press = { message: list.message?.id ?? '', customId, values };
    expect(textOf(await stage.press('member', press))).toContain('Unfollowed: ');
    expect(textOf(await stage.run('member', '/follow'))).not.toContain(man(0));
  });

  it('of a channel need the Manage Server permission', async () => {
    const answer = await stage.run('member', `/follow name:${man(0)} who:channel`);
    expectApology(answer, 'You need the Manage Server permission');
  });
});
