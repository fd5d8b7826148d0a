import { describe, expect, it } from 'vitest';
import { ApplicationCommandOptionType } from 'discord.js';
import type { Command } from '#src/discord/command.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { resolveSide } from '#src/padel-api/names/naming.ts';
import { messageIn } from '../../sandbox/test/discord/setup.ts';
import { aPlayer } from '../padel-api/names.ts';
import { aBot, aCommand, OUTDATED, says } from './bot.ts';

const directory = createDirectory([
  aPlayer(1, 'Carlos Quiroga', { ranking: 8 }),
  aPlayer(2, 'Pedro Quiroga', { ranking: 80 }),
  aPlayer(3, 'Ana Plaza', { ranking: 10 }),
  aPlayer(4, 'Eva Plaza', { ranking: 12 }),
]);

const text = (name: string) =>
  ({ name, description: name, type: ApplicationCommandOptionType.String }) as const;

/** Says whom its options name. */
const aNaming = (name: string, overrides: Partial<Command> = {}): Command =>
  aCommand(
    name,
    (request) => {
      const sides = ['one', 'two'].flatMap((option) => request.text(option) ?? []);
      const named = sides.map((typed) => resolveSide(directory, typed));
      const people = named.map((side) => side.map((player) => player.name).join(' & '));
      return Promise.resolve(says(people.join(' – ')));
    },
    { definition: { name, description: name, options: [text('one'), text('two')] }, ...overrides },
  );

const aStage = async (isGuarded = false) => {
  const commands = [aNaming('who'), aNaming('mine', { visibility: 'private' })];
  const placeOf = () => Promise.resolve({ locale: null, isGuarded });
  return (await aBot(commands, { placeOf })).ask;
};

/** The menus of a message: custom id, placeholder and labels. */
const menusIn = (answer: Parameters<typeof messageIn>[0]) =>
  (messageIn(answer).components ?? []).flatMap((row) =>
    'components' in row
      ? row.components.flatMap((each) =>
          'options' in each
            ? [
                {
                  id: each.custom_id,
                  placeholder: each.placeholder,
                  labels: each.options.map(({ label }) => label),
                },
              ]
            : [],
        )
      : [],
  );

const idIn = (answer: Parameters<typeof messageIn>[0]): string => menusIn(answer)[0]?.id ?? '';

describe('a name that was typed and not picked', () => {
  it('is answered privately with the choices as a menu; a choice answers for everyone', async () => {
    const ask = await aStage();
    const asked = await ask.run('/who one:plaza');
    expect(asked).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(asked).content).toBe('Several results for “plaza”. Which one do you mean?');
    expect(menusIn(asked)).toMatchObject([
      { placeholder: 'Choose', labels: ['🇪🇸 Ana Plaza · Men no. 10', '🇪🇸 Eva Plaza · Men no. 12'] },
    ]);
    const answer = await ask.press(messageIn(asked).id, idIn(asked), ['4']);
    expect(answer).toMatchObject({ status: 'answered', ephemeral: false });
    expect(messageIn(answer).content).toBe('Eva Plaza');
  });

  it('becomes a private answer in the place of the menu where answers are private', async () => {
    const ask = await aStage();
    const asked = await ask.run('/mine one:plaza');
    const answer = await ask.press(messageIn(asked).id, idIn(asked), ['3']);
    expect(answer.status).toBe('updated');
    expect(messageIn(answer).content).toBe('Ana Plaza');
    const guarded = await aStage(true);
    const there = await guarded.run('/who one:plaza');
    const shown = await guarded.press(messageIn(there).id, idIn(there), ['3']);
    expect(shown.status).toBe('updated');
    expect(messageIn(shown).content).toMatch(/^Ana Plaza\n-# Only you can see this/);
  });

  it('is taken for the best known far ahead, and the answer says so with a menu of the others', async () => {
    const ask = await aStage();
    const answer = await ask.run('/who one:quiroga two:3');
    expect(answer).toMatchObject({ status: 'answered', ephemeral: false });
    expect(messageIn(answer).content).toBe(
      'Carlos Quiroga – Ana Plaza\n-# “quiroga” was read as 🇪🇸 Carlos Quiroga · Men no. 8',
    );
    expect(menusIn(answer)).toMatchObject([
      { placeholder: 'I meant another “quiroga”', labels: ['🇪🇸 Pedro Quiroga · Men no. 80'] },
    ]);
    const id = idIn(answer);
    const byOther = await ask.press(messageIn(answer).id, id, ['2'], 'moderator');
    expect(byOther).toMatchObject({ status: 'answered', ephemeral: true });
    const corrected = await ask.press(messageIn(answer).id, id, ['2']);
    expect(corrected.status).toBe('updated');
    expect(messageIn(corrected).content).toBe('Pedro Quiroga – Ana Plaza');
  });

  it('is asked for one after the other, also within a pair', async () => {
    const ask = await aStage();
    const first = await ask.run('/who one:quiroga/plaza two:plaza');
    expect(messageIn(first).content).toContain('“plaza”');
    const answer = await ask.press(messageIn(first).id, idIn(first), ['3']);
    expect(messageIn(answer).content).toMatch(/^Carlos Quiroga & Ana Plaza – Ana Plaza\n/);
  });

  it('says that a menu is outdated once it is forgotten', async () => {
    const ask = await aStage();
    const asked = await ask.run('/who one:plaza');
    const again = await aStage();
    const answer = await again.run('/who one:3');
    expect(messageIn(answer).content).toBe('Ana Plaza');
    const forged = await ask.press(messageIn(asked).id, `${idIn(asked)}9`, ['3']).catch(String);
    expect(JSON.stringify(forged)).not.toContain('Ana');
    expect(OUTDATED).toContain('again');
  });
});
