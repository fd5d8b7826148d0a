import { MessageFlags } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { answerTo, PRIVATELY } from '#src/discord/interactions/answer.ts';
import type { CommandInteraction } from '#src/discord/interactions/interaction.ts';
import { DiscordError } from '#src/discord/rest/errors.ts';
import { localeOf } from '#src/i18n/i18n.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';

const anError = (status: number) => new DiscordError(status, 'trouble');

/** A command whose responses fail with these errors in turn, and what was sent. */
const anInteraction = (errors: readonly Error[]) => {
  const sent: { content: string; files: readonly unknown[] }[] = [];
  const followed: unknown[] = [];
  const left = [...errors];
  // Only the fields that a response uses. The locale is missing, as from a faulty Discord.
  const interaction = {
    id: '1',
    kind: 'command',
    reply: (message: (typeof sent)[number]) => {
      sent.push(message);
      const error = left.shift();
      return error === undefined ? Promise.resolve() : Promise.reject(error);
    },
    followUp: (message: unknown) => {
      followed.push(message);
      return Promise.reject(anError(500));
    },
  } as unknown as CommandInteraction;
  return { interaction, sent, followed };
};

const answer = (interaction: CommandInteraction, work?: () => Promise<never>) => {
  const use = { interaction, view: { locale: null, hidesScores: false }, log: aLog() };
  const picture = { name: 'a.png', data: new Uint8Array([1]), description: 'A picture' };
  return answerTo(
    use,
    PRIVATELY,
    work ?? (() => Promise.resolve({ content: 'fine', files: [picture] })),
  );
};

it('a response that fails by an outage is sent once more, without files', async () => {
  aFastClock({ speed: 100, clocks: ['performance'] });
  const { interaction, sent, followed } = anInteraction([anError(502)]);
  const begun = performance.now();
  await answer(interaction);
  expect(performance.now() - begun).toBeGreaterThan(900);
  expect(sent.map(({ content, files }) => [content, files.length])).toEqual([
    ['fine', 1],
    ['fine', 0],
  ]);
  expect(followed).toEqual([]);
});

it.each([
  ['too large', 40_005, 413],
  ['not allowed', 50_013, 403],
  ['invalid', 50_035, 400],
])(
  'a response whose files Discord calls %s is sent without them, and only who asked is told',
  async (_case, code, status) => {
    const refusal = new DiscordError(status, JSON.stringify({ message: 'no', code }));
    const { interaction, sent, followed } = anInteraction([refusal]);
    await answer(interaction);
    expect(sent.map(({ content, files }) => [content, files.length])).toEqual([
      ['fine', 1],
      ['fine', 0],
    ]);
    const content =
      'Discord refused the picture or file of this answer: too large, or not allowed here.';
    expect(followed).toMatchObject([{ content, flags: MessageFlags.Ephemeral }]);
  },
);

it('a response that fails twice is given up', async () => {
  aFastClock({ speed: 100 });
  const { interaction, sent } = anInteraction([anError(502), anError(503)]);
  await expect(answer(interaction)).rejects.toMatchObject({ status: 503 });
  expect(sent).toHaveLength(2);
});

it('an interaction without a locale gets its error in English', async () => {
  const { interaction, sent } = anInteraction([]);
  await answer(interaction, () => Promise.reject(new Error('trouble')));
  expect(sent[0]?.content).toMatch(/went wrong/i);
});

it.each([undefined, null, '', 'xx', 'zh-CN', 'constructor', 7])(
  'the locale %j falls back to English',
  (locale) => {
    expect(localeOf(locale)).toBe('en');
  },
);
