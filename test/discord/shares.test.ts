import { ComponentType, InteractionType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Command, OwnView } from '#src/discord/command.ts';
import { UserError } from '#src/errors.ts';
import type { MessageBody } from '#src/render/message.ts';
import { buttonRow } from '#src/render/controls.ts';
import { messageIn, NORA, rest } from '../../sandbox/test/discord/setup.ts';
import { aBot, aCommand, OUTDATED, viewing } from './bot.ts';

const buttons = (...ids: string[]) => buttonRow(...ids.map((id) => ({ id, label: 'Press' })));

const SHARE = 'share:chart:open:7';

/** A public command whose button answers privately, with an answer that may be shared. */
const aChart = (overrides: Partial<Command> = {}, fails = () => false): Command =>
  aCommand(
    'chart',
    () => Promise.resolve({ components: buttons('chart:open:7', 'chart:plain:7') }),
    {
      component: {
        answer: 'private',
        run: ({ values: [what], locale }): Promise<MessageBody> => {
          if (what === 'open' && fails()) return Promise.reject(new UserError('same-player'));
          return Promise.resolve({
            content: `6-4 @everyone <@${NORA}> ${locale}`,
            embeds: [{ title: 'Vega – Soria', description: '6-4' }],
            components: buttons('chart:plain:7'),
            files: [{ name: 'chart.png', data: new Uint8Array([1]), description: '6-4' }],
            ...(what === 'open' ? { share: 'chart:open:7' } : {}),
          });
        },
      },
      ...overrides,
    },
  );

interface World {
  readonly command?: Command;
  readonly view?: Partial<OwnView>;
}

const aStage = async ({ command = aChart(), view = {} }: World = {}) => {
  const place = { locale: 'fr', isGuarded: false };
  const placeOf = () => Promise.resolve(place);
  const { local, ask } = await aBot([command], { placeOf, ...viewing(view) });
  const pressed = async (id: string) => {
    const first = messageIn(await ask.run('/chart'));
    return messageIn(await ask.press(first.id, id));
  };
  const posted = async () =>
    (await ask.messages('general')).filter(({ content }) => content.includes('Partagé par'));
  const seen = async (id: string) =>
    (await ask.messages('general')).find((message) => message.id === id);
  return { local, ask, place, pressed, posted, seen };
};

describe('a private answer that may be shared', () => {
  it('is posted once for everyone, with the name of who shares it, and pings nobody', async () => {
    const { ask, pressed, posted, seen } = await aStage();
    const own = await pressed('chart:open:7');
    expect(JSON.stringify(own.components)).toContain(SHARE);
    const answer = await ask.press(own.id, SHARE);
    expect(answer).toMatchObject({ ephemeral: false });
    const [post, ...others] = await posted();
    expect(others).toEqual([]);
    expect(post).toMatchObject({
      content: `6-4 @everyone <@${NORA}> fr\n-# Partagé par <@${NORA}>`,
      embeds: [{ title: 'Vega – Soria', description: '6-4' }],
      components: [],
      mentions: [],
      mention_everyone: false,
      attachments: [{ filename: 'chart.png' }],
    });
    await expect
      .poll(async () => JSON.stringify((await seen(own.id))?.components))
      .toContain('"disabled":true');
    const again = await ask.forge({
      channel: own.channel_id,
      type: InteractionType.MessageComponent,
      data: { component_type: ComponentType.Button, custom_id: SHARE },
      message: own.id,
    });
    expect(messageIn(again).content).toBe(OUTDATED);
    expect(await posted()).toHaveLength(1);
  });

  it('stays covered for who hides scores: the button below it shows each reader their own', async () => {
    const { ask, pressed, posted } = await aStage({ view: { hidesScores: true } });
    const own = await pressed('chart:open:7');
    expect(JSON.stringify(own.components)).not.toContain(SHARE);
    const shown = messageIn(await ask.press(own.id, 'show'));
    expect(JSON.stringify(shown.components)).toContain(SHARE);
    await ask.press(own.id, SHARE);
    const [post] = await posted();
    expect(JSON.stringify(post)).not.toContain('6-4');
    expect(post).toMatchObject({ embeds: [{ title: 'Vega – Soria' }], attachments: [] });
    const read = await ask.press(post?.id ?? '', 'chart:open:7', [], 'moderator');
    expect(read).toMatchObject({ ephemeral: true });
  });

  it('is not offered in a channel with delayed or covered scores, nor shared once it is one', async () => {
    const { ask, place, pressed, posted } = await aStage();
    const own = await pressed('chart:open:7');
    place.isGuarded = true;
    expect(messageIn(await ask.press(own.id, SHARE)).content).toBe(OUTDATED);
    expect(JSON.stringify((await pressed('chart:open:7')).components)).not.toContain(SHARE);
    expect(await posted()).toEqual([]);
  });

  it('is shared again after a failure, which only its user sees', async () => {
    let calls = 0;
    const fails = () => (calls += 1) === 2;
    const { ask, pressed, posted } = await aStage({ command: aChart({}, fails) });
    const own = await pressed('chart:open:7');
    expect(await ask.press(own.id, SHARE)).toMatchObject({ ephemeral: true });
    expect(await posted()).toEqual([]);
    await ask.press(own.id, SHARE);
    expect(await posted()).toHaveLength(1);
  });

  it('is shared at most five times a minute by one member', async () => {
    const { ask, pressed, posted } = await aStage();
    for (let share = 0; share < 6; share += 1) {
      const own = await pressed('chart:open:7');
      const answer = await ask.press(own.id, SHARE);
      expect(answer).toMatchObject({ ephemeral: share === 5 });
    }
    expect(await posted()).toHaveLength(5);
  });
});

describe('nothing is shared', () => {
  it.each([
    ['that its message does not offer', 'chart:plain:7', SHARE],
    ['that its command does not offer', 'chart:plain:7', 'share:chart:plain:7'],
  ])('%s', async (_what, opened, forged) => {
    const { ask, pressed, posted } = await aStage();
    const own = await pressed(opened);
    expect(JSON.stringify(own.components)).not.toContain('share:');
    const answer = await ask.forge({
      channel: own.channel_id,
      type: InteractionType.MessageComponent,
      data: { component_type: ComponentType.Button, custom_id: forged },
      message: own.id,
    });
    expect(messageIn(answer).content).toBe(OUTDATED);
    expect(await posted()).toEqual([]);
  });

  it('of a private command, even with its button in the message', async () => {
    let runs = 0;
    const command = aCommand(
      'chart',
      () => Promise.resolve({ components: buttons('share:chart:open:7') }),
      {
        visibility: 'private',
        component: {
          answer: 'private',
          run: () => Promise.resolve({ content: String((runs += 1)), share: 'chart:open:7' }),
        },
      },
    );
    const { ask, posted } = await aStage({ command });
    const own = messageIn(await ask.run('/chart'));
    expect(messageIn(await ask.press(own.id, SHARE)).content).toBe(OUTDATED);
    expect(runs).toBe(0);
    expect(await posted()).toEqual([]);
  });

  it('where its user may not write', async () => {
    const { local, ask, pressed, posted } = await aStage();
    const own = await pressed('chart:open:7');
    await ask.permit('general', [], ['ManageRoles']);
    const deny = String(PermissionFlagsBits.SendMessages);
    const path = `/channels/${own.channel_id}/permissions/${NORA}`;
    expect(await rest(local, 'PUT', path, { type: 1, deny })).toMatchObject({ status: 204 });
    expect(messageIn(await ask.press(own.id, SHARE)).content).toBe(OUTDATED);
    expect(JSON.stringify((await pressed('chart:open:7')).components)).not.toContain(SHARE);
    expect(await posted()).toEqual([]);
  });
});
