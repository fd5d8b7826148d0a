import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
  MessageFlags,
} from 'discord.js';
import { describe, expect, it, vi } from 'vitest';
import type { Command, CommandRequest, Services } from '#src/discord/command.ts';
import { UserError } from '#src/errors.ts';
import { QuotaSpent } from '#src/padel-api/errors.ts';
import type { MessageBody } from '#src/render/message.ts';
import type { ForgeRequest } from '#sandbox/discord/control-contract.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { messageIn, NORA } from '../../sandbox/test/discord/setup.ts';
import { buttonRow } from '#src/render/controls.ts';
import { aBot, aCommand, aGate, fakedTime, OUTDATED, says, UNEXPECTED, viewing } from './bot.ts';

const aStage = (...commands: readonly Command[]) => aBot(commands);

const neverAnswers = (): Promise<never> => new Promise(() => undefined);

/** The definition of `/find`, which completes one option. */
const aFinding = (name: string): Command['definition'] => ({
  name: 'find',
  description: 'Finds somebody',
  options: [
    { type: ApplicationCommandOptionType.String, name, description: 'Who', autocomplete: true },
  ],
});

const SECRET = 'SQLITE_BUSY at /srv/bandeja/data.sqlite';

describe('a command', () => {
  it('responds to everyone or only to the user, as it declares', async () => {
    const { ask } = await aStage(
      aCommand('loud', () => Promise.resolve(says('to all'))),
      aCommand('quiet', () => Promise.resolve(says('to you')), { visibility: 'private' }),
    );
    expect(await ask.run('/loud')).toMatchObject({ status: 'answered', ephemeral: false });
    expect(await ask.run('/quiet')).toMatchObject({ status: 'answered', ephemeral: true });
  });

  it('says why its response is private in a channel with delayed alerts', async () => {
    const delayed = () => Promise.resolve({ locale: 'fr', isGuarded: true });
    const { ask } = await aBot(
      [
        aCommand('loud', () => Promise.resolve(says('to all'))),
        aCommand('quiet', () => Promise.resolve(says('to you')), { visibility: 'private' }),
      ],
      { placeOf: delayed },
    );
    const loud = await ask.run('/loud');
    expect(loud).toMatchObject({ ephemeral: true });
    expect(messageIn(loud).content).toMatch(/^to all\n-# Only you can see this, because /);
    expect(messageIn(await ask.run('/quiet')).content).toBe('to you');
  });

  it('says until when its response refreshes, and edits it meanwhile', async () => {
    let score = '0-0';
    const { ask } = await aStage(
      aCommand('live', () => Promise.resolve(says(score)), { isRefreshed: true }),
    );
    const passing = fakedTime();
    const answer = messageIn(await ask.run('/live'));
    expect(answer.content).toMatch(/^0-0\n-# Refreshes by itself until <t:\d+:t>$/);
    score = '1-0';
    await passing(10_000);
    await expect
      .poll(async () => (await ask.messages(answer.channel_id)).at(-1)?.content)
      .toMatch(/^1-0\n-# Refreshes by itself until/);
  });

  it('gets the user, the server and what the user may do', async () => {
    const { ask, local } = await aStage(
      aCommand('who', ({ userId, guildId, mayManage }) =>
        Promise.resolve(says([userId, guildId, mayManage].join(' '))),
      ),
    );
    const { content } = messageIn(await ask.run('/who'));
    expect(content).toBe(`${NORA} ${local.guildId} false`);
    expect(messageIn(await ask.run('/who', 'moderator')).content).toMatch(/ true$/);
  });

  it("responds publicly in the server's language and privately in the user's", async () => {
    const speaks = ({ locale }: CommandRequest) => Promise.resolve(says(locale));
    const { ask } = await aStage(
      aCommand('loud', speaks),
      aCommand('quiet', speaks, { visibility: 'private' }),
    );
    expect(messageIn(await ask.run('/loud', 'moderator')).content).toBe('en');
    expect(messageIn(await ask.run('/quiet', 'moderator')).content).toBe('es');
  });

  it('knows where its readers are: all of a channel, or who alone sees it and has a zone', async () => {
    const where = ({ viewer }: CommandRequest) =>
      Promise.resolve(says(`${viewer?.timeZone ?? 'nowhere'} ${viewer?.locale ?? ''}`));
    const commands = [aCommand('loud', where), aCommand('quiet', where, { visibility: 'private' })];
    const place = { locale: 'it', timeZone: 'Europe/Rome', isGuarded: false };
    const placeOf = () => Promise.resolve(place);
    const away = await aBot(commands, { placeOf, ...viewing({ timeZone: 'Asia/Tokyo' }) });
    expect(messageIn(await away.ask.run('/loud')).content).toBe('Europe/Rome it');
    expect(messageIn(await away.ask.run('/quiet')).content).toMatch(/^Asia\/Tokyo en/);
    const here = await aBot(commands, { placeOf });
    expect(messageIn(await here.ask.run('/quiet')).content).toMatch(/^Europe\/Rome en/);
    const nowhere = await aBot(commands);
    expect(messageIn(await nowhere.ask.run('/loud')).content).toMatch(/^nowhere /);
  });

  it('names commands as the Discord of its only reader does, whatever language they chose', async () => {
    const speaks = () =>
      Promise.resolve({ content: '`/alertes panneau`', embeds: [{ description: '`/aide`' }] });
    const { ask } = await aBot(
      [aCommand('loud', speaks), aCommand('quiet', speaks, { visibility: 'private' })],
      viewing({ locale: 'fr' }),
    );
    expect(messageIn(await ask.run('/quiet', 'moderator'))).toMatchObject({
      content: '`/alertas panel`',
      embeds: [{ description: '`/ayuda`' }],
    });
    expect(messageIn(await ask.run('/quiet')).content).toBe('`/alerts panel`');
    expect(messageIn(await ask.run('/loud', 'moderator')).content).toBe('`/alertes panneau`');
  });

  it('responds in direct messages in the language that the user chose', async () => {
    const speaks = ({ locale }: CommandRequest) => Promise.resolve(says(locale));
    const { ask } = await aBot([aCommand('loud', speaks)], viewing({ locale: 'fr' }));
    const { id } = await ask.direct('moderator');
    expect(messageIn(await ask.run('/loud', 'moderator', id)).content).toBe('fr');
    expect(messageIn(await ask.run('/loud', 'moderator')).content).toBe('en');
  });

  it('pings nobody, whatever its response contains', async () => {
    const { ask } = await aStage(
      aCommand('shout', () => Promise.resolve(says(`@everyone <@${NORA}>`))),
    );
    const answer = messageIn(await ask.run('/shout', 'moderator'));
    expect(answer).toMatchObject({ mentions: [], mention_everyone: false });
  });

  it.each([
    [
      'throws',
      (): never => {
        throw new Error(SECRET);
      },
    ],
    ['rejects', () => Promise.reject(new Error(SECRET))],
  ])('that %s apologizes privately, and logs the reason', async (_how, run) => {
    const { ask, log, local } = await aStage(aCommand('break', run));
    const answer = await ask.run('/break');
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toBe(UNEXPECTED);
    expect(log.lines).toContain('error command failed');
    // The command and the server: a moderator who reports the error names both.
    expect(log.details).toContainEqual({
      err: expect.any(Error) as unknown,
      interaction: expect.any(String) as unknown,
      command: 'break',
      guildId: local.guildId,
    });
  });

  it("that rejects with a UserError explains it in the user's language", async () => {
    const refuse = () => Promise.reject(new UserError('same-player'));
    const { ask, log } = await aStage(aCommand('refuse', refuse));
    const english = messageIn(await ask.run('/refuse')).content;
    const spanish = messageIn(await ask.run('/refuse', 'moderator')).content;
    expect(english).toContain('twice');
    expect(spanish).not.toBe(english);
    expect(log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('that fails because the quota is spent says when to try again', async () => {
    const refuse = () => Promise.reject(new QuotaSpent(Date.parse('2026-07-01T00:00:00Z')));
    const { ask } = await aStage(aCommand('refuse', refuse));
    expect(messageIn(await ask.run('/refuse')).content).toContain('Try again <t:1782864000:R>.');
  });

  it('that another version registered is reported as outdated', async () => {
    const { ask, local } = await aStage();
    await aDispatcherWithout(local, 'old');
    const answer = await ask.run('/old');
    expect(answer.ephemeral).toBe(true);
    expect(messageIn(answer).content).toBe(OUTDATED);
  });

  it('whose response Discord refuses apologizes privately, and the bot goes on', async () => {
    const { ask, log } = await aStage(
      aCommand('long', () => Promise.resolve(says('x'.repeat(2_001)))),
      aCommand('short', () => Promise.resolve(says('fine'))),
    );
    const refused = await ask.run('/long');
    expect(refused.ephemeral).toBe(true);
    expect(messageIn(refused).content).toBe(UNEXPECTED);
    expect(log.lines).toContain('error command failed');
    expect(messageIn(await ask.run('/short')).content).toBe('fine');
  });
});

/** Registers a command that the running bot does not have. */
const aDispatcherWithout = async (local: LocalDiscord, name: string): Promise<void> => {
  const path = `${local.apiUrl}/v10/applications/${local.applicationId}/commands`;
  const response = await fetch(path, {
    method: 'PUT',
    headers: { authorization: `Bot ${local.token}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ name, description: 'from another version' }]),
  });
  expect(response.ok).toBe(true);
};

describe('a user who sends too many commands', () => {
  it('reads privately how long to wait, and the command does not run', async () => {
    let runs = 0;
    const { ask } = await aStage(
      aCommand('often', () => Promise.resolve(says(`run ${(runs += 1)}`))),
    );
    const answers = [];
    for (let use = 0; use < 25; use += 1) answers.push(await ask.run('/often'));
    const last = answers.at(-1) ?? (await ask.run('/often'));
    expect(runs).toBeLessThan(25);
    expect(last.ephemeral).toBe(true);
    expect(messageIn(last).content).toMatch(/at once.* \d s\.$/);
    expect(messageIn(await ask.run('/often', 'moderator')).content).toContain('run');
  });
});

describe('a user whom the operator has blocked', () => {
  it('reads so privately instead of the response; other users are served', async () => {
    const fine = aCommand('ask', () => Promise.resolve(says('fine')));
    const { ask } = await aBot([fine], { blocked: [NORA] });
    const refused = await ask.run('/ask');
    expect(refused.ephemeral).toBe(true);
    expect(messageIn(refused).content).toContain('blocked');
    expect(messageIn(await ask.run('/ask', 'moderator')).content).toBe('fine');
  });
});

describe('settings that cannot be read', () => {
  it.each<[string, Services['placeOf']]>([
    ['fails', () => Promise.reject(new Error(SECRET))],
    ['hangs', neverAnswers],
  ])('make the response private in a channel when the database %s', async (_how, placeOf) => {
    const score = aCommand('score', () => Promise.resolve(says('6-4 6-2')));
    const asked = aGate<undefined>();
    const { ask, log } = await aBot([score], {
      placeOf: (...place) => {
        asked.resolve(undefined);
        return placeOf(...place);
      },
    });
    const passing = fakedTime();
    const running = ask.run('/score');
    await asked.promise;
    await passing(1_000);
    const answer = await running;
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toBe('6-4 6-2');
    expect(log.lines).toContain('error channel settings unreadable, answer is private');
  });

  it('hide all scores when they are those of the user', async () => {
    const score = aCommand('score', () => Promise.resolve(says('6-4 6-2')));
    const viewOf = () => Promise.reject(new Error(SECRET));
    const { ask, log } = await aBot([score], { viewOf });
    const answer = await ask.run('/score');
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(JSON.stringify(messageIn(answer))).not.toContain('6-4');
    expect(log.lines).toContain('error settings of a member unreadable, scores are hidden');
  });
});

describe('a slow command', () => {
  const ENDS = {
    well: (gate: PromiseWithResolvers<MessageBody>) => {
      gate.resolve(says('at last'));
    },
    badly: (gate: PromiseWithResolvers<MessageBody>) => {
      gate.reject(new Error(SECRET));
    },
    'with too much': (gate: PromiseWithResolvers<MessageBody>) => {
      gate.resolve(says('x'.repeat(2_001)));
    },
  };

  /** Runs a command that responds only after Discord shows that the bot is thinking. */
  const runSlowly = async (
    visibility: Command['visibility'],
    end: keyof typeof ENDS,
    placeOf?: Services['placeOf'],
  ) => {
    const gate = aGate<MessageBody>();
    const begun = aGate<undefined>();
    const slow = aCommand(
      'slow',
      () => {
        begun.resolve(undefined);
        return gate.promise;
      },
      { visibility },
    );
    const asked = aGate<undefined>();
    const { ask, local } = await aBot([slow], {
      placeOf: (place) => {
        asked.resolve(undefined);
        return placeOf?.(place) ?? Promise.resolve({ locale: null, isGuarded: false });
      },
    });
    const passing = fakedTime();
    const running = ask.run('/slow');
    await asked.promise;
    if (placeOf === neverAnswers) await passing(1_000);
    await begun.promise;
    await passing(1_000);
    const isThinking = async () =>
      (await ask.messages('general')).some(({ flags = 0 }) => (flags & MessageFlags.Loading) !== 0);
    await expect.poll(isThinking, { interval: 20 }).toBe(true);
    ENDS[end](gate);
    const answer = await running;
    vi.useRealTimers();
    return { answer, ask, local };
  };

  it('shows in time that it is thinking, then its response to the right people', async () => {
    const runs = [
      await runSlowly('public', 'well'),
      await runSlowly('private', 'well'),
      await runSlowly('public', 'well', neverAnswers),
    ];
    for (const { answer } of runs) {
      expect(messageIn(answer).content).toBe('at last');
      expect(answer.acknowledgedAfter).toBeLessThan(2_500);
    }
    expect(runs.map(({ answer }) => answer.ephemeral)).toEqual([false, true, true]);
  });

  it('that fails, or returns too much text, apologizes only to the user', async () => {
    const runs = [
      await runSlowly('public', 'badly'),
      await runSlowly('private', 'badly'),
      await runSlowly('public', 'with too much'),
      await runSlowly('private', 'with too much'),
    ];
    for (const { ask } of runs) {
      const apologies = async (as: string) =>
        (await ask.messages('general', as)).filter(({ content }) => content === UNEXPECTED);
      await expect.poll(() => apologies('member')).toHaveLength(1);
      const left = await ask.messages('general', 'moderator');
      expect(left.filter(({ author }) => author.bot === true)).toEqual([]);
    }
  });
});

describe('a button', () => {
  const show =
    (id: string): Command['run'] =>
    () =>
      Promise.resolve({ content: 'before', components: buttonRow({ id, label: 'Press' }) });

  it('tells its command that scores are hidden, unless it updates a message for everyone', async () => {
    let hidesScores = false;
    const component: Command['component'] = {
      answer: ([kind]) => (kind === 'own' ? 'private' : 'update'),
      run: (request) => Promise.resolve(says(`hides: ${String(request.hidesScores)}`)),
    };
    const { ask } = await aBot(
      ['panel:own', 'list:all'].map((id) =>
        aCommand(id.split(':')[0] ?? id, show(id), { component }),
      ),
      { viewOf: () => Promise.resolve({ locale: null, hidesScores }) },
    );
    const ids = [messageIn(await ask.run('/panel')).id, messageIn(await ask.run('/list')).id];
    hidesScores = true;
    const [own, all] = [
      await ask.press(ids[0] ?? '', 'panel:own'),
      await ask.press(ids[1] ?? '', 'list:all'),
    ];
    expect(messageIn(own).content).toBe('');
    const shown = await ask.press(messageIn(own).id, 'show');
    expect(shown.status).toBe('updated');
    expect(messageIn(shown).content).toBe('hides: true');
    expect(messageIn(all).content).toBe('hides: false');
  });

  const press: Command['component'] = {
    answer: 'update',
    run: ({ values }) => Promise.resolve(says(`pressed ${values.join(' and ')}`)),
  };

  /** The public message of a command with a button of this id, and others' commands beside it. */
  const aPanel = async (
    id: string,
    component: Partial<Command> = { component: press },
    { others = [], ...options }: Parameters<typeof aBot>[1] & { others?: Command[] } = {},
  ) => {
    const { ask } = await aBot([aCommand('panel', show(id), component), ...others], options);
    const message = messageIn(await ask.run('/panel'));
    const forge = (customId: string) =>
      ask.forge({
        channel: message.channel_id,
        type: InteractionType.MessageComponent,
        data: { component_type: ComponentType.Button, custom_id: customId },
        message: message.id,
      });
    const seen = async () =>
      (await ask.messages('general')).find((each) => each.id === message.id)?.content;
    return { pressed: () => ask.press(message.id, id), forge, seen };
  };

  it('updates its message, with the values from its id', async () => {
    const { pressed } = await aPanel('panel:a:7');
    const answer = await pressed();
    expect(answer.status).toBe('updated');
    expect(messageIn(answer).content).toBe('pressed a and 7');
  });

  it('answers privately once the channel delays or covers scores', async () => {
    let isGuarded = false;
    const placeOf = () => Promise.resolve({ locale: null, isGuarded });
    const { pressed, seen } = await aPanel('panel:a:7', { component: press }, { placeOf });
    isGuarded = true;
    expect(await pressed()).toMatchObject({ status: 'answered', ephemeral: true });
    expect(await seen()).toBe('before');
  });

  it('that its message does not have is refused, and changes nothing', async () => {
    const { forge, seen } = await aPanel('panel:a:7');
    expect(messageIn(await forge('panel:b:8')).content).toBe(OUTDATED);
    expect(await seen()).toBe('before');
  });

  it('that fails leaves its message unchanged, and apologizes privately', async () => {
    const run = () => Promise.reject(new Error(SECRET));
    const { pressed, seen } = await aPanel('panel', { component: { ...press, run } });
    const answer = await pressed();
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toBe(UNEXPECTED);
    expect(await seen()).toBe('before');
  });

  it.each([
    ['of a command that no longer exists', 'gone:1'],
    ['of a command that has no buttons', 'panel:1'],
    ['named like a property of every JavaScript object', 'constructor:1'],
  ])('%s is reported as outdated', async (_case, customId) => {
    const { pressed } = await aPanel(customId, {});
    const answer = await pressed();
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toBe(OUTDATED);
  });

  it('of a private command edits no public message', async () => {
    const edited = aCommand('list', show('list:1'), {
      visibility: 'private',
      component: { answer: 'update', run: () => Promise.resolve(says('edited')) },
    });
    const { forge } = await aPanel('panel:1', {}, { others: [edited] });
    const answer = await forge('list:1');
    expect(messageIn(answer).content).toBe(OUTDATED);
    expect(answer.ephemeral).toBe(true);
  });

  it('or menu without a command is reported as outdated', async () => {
    const options = [{ label: 'One', value: '1' }];
    const { ask } = await aStage(
      aCommand('panel', () =>
        Promise.resolve({
          content: 'choose',
          components: [
            {
              type: ComponentType.ActionRow,
              components: [{ type: ComponentType.StringSelect, custom_id: 'list', options }],
            },
          ],
        }),
      ),
    );
    const { id } = messageIn(await ask.run('/panel'));
    expect(messageIn(await ask.press(id, 'list', ['1'])).content).toBe(OUTDATED);
  });
});

describe('a user who hides scores and whose language is French', () => {
  const aHidingStage = async (...commands: readonly Command[]) =>
    (await aBot(commands, viewing({ locale: 'fr', hidesScores: true }))).ask;
  const speaks: Command['run'] = ({ locale }) => Promise.resolve(says(`6-4 ${locale}`));

  it('gets private responses without scores, the reason, and a button that shows them', async () => {
    const ask = await aHidingStage(
      aCommand('loud', speaks),
      aCommand('quiet', speaks, { visibility: 'private', isScoreless: true }),
    );
    const loud = await ask.run('/loud');
    expect(loud.ephemeral).toBe(true);
    expect(messageIn(loud).content).toMatch(/^-# Tu es la seule personne/);
    const shown = messageIn(await ask.press(messageIn(loud).id, 'show'));
    expect(shown.content).toBe('6-4 fr');
    expect(messageIn(await ask.run('/quiet')).content).toBe('6-4 fr');
  });

  it('gets nothing covered from the own controls of an answer that has come to the end', async () => {
    const walk = {
      content: 'a walk',
      components: buttonRow(
        { id: 'walk:end', label: 'End' },
        { id: 'walk:chances', label: 'Chances' },
        { id: 'other:chances', label: 'Others' },
      ),
    };
    const component: Command['component'] = {
      answer: ([to]) => (to === 'end' ? 'update' : 'private'),
      run: ({ values: [to] }) =>
        Promise.resolve(to === 'end' ? { ...walk, open: 'all', reveals: true } : says('6-4')),
    };
    const start = () => Promise.resolve({ ...walk, open: 'all' } as const);
    const ask = await aHidingStage(
      aCommand('walk', start, { component }),
      aCommand('other', start, { component }),
    );
    const { id } = messageIn(await ask.run('/walk'));
    const contentOf = async (control: string) => messageIn(await ask.press(id, control)).content;
    expect(await contentOf('walk:chances')).toBe('');
    await ask.press(id, 'walk:end');
    expect(await contentOf('walk:chances')).toBe('6-4');
    expect(await contentOf('other:chances')).toBe('');
  });

  it('gets errors in their language, and choices without scores', async () => {
    const ask = await aHidingStage(
      aCommand('refuse', () => Promise.reject(new UserError('same-player'))),
      aCommand('find', speaks, {
        definition: aFinding('match'),
        autocomplete: ({ hidesScores }) => [
          { name: hidesScores === true ? 'Vega' : '6-4', value: '7' },
        ],
      }),
    );
    expect(messageIn(await ask.run('/refuse')).content).toContain('deux fois');
    const { choices } = await ask.autocomplete('/find match:v');
    expect(choices).toEqual([{ name: 'Vega', value: '7' }]);
  });
});

describe('an entry of the menu "Apps"', () => {
  const target: Command = {
    ...aCommand('match', () => Promise.resolve(says('the match'))),
    onMessage: {
      definition: { type: ApplicationCommandType.Message, name: 'What is this?' },
      run: ({ message, locale }) =>
        Promise.resolve(says([message.id, locale, ...message.controls].join(' '))),
    },
  };

  it('responds privately, and gets the message with its controls', async () => {
    const { ask } = await aStage(
      target,
      aCommand('posts', () =>
        Promise.resolve({
          content: 'a post',
          components: buttonRow({ id: 'match:card:7', label: 'Match' }),
        }),
      ),
    );
    const { id } = messageIn(await ask.run('/posts'));
    const answer = await ask.use(id, 'What is this?');
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toBe(`${id} en match:card:7`);
  });

  it('gets no controls from a message of a member, and is reported when outdated', async () => {
    const { ask } = await aStage(target);
    const said = await ask.say('general', 'match:card:7');
    expect(messageIn(await ask.use(said.id, 'What is this?')).content).toBe(`${said.id} en`);
    const data = {
      id: '1',
      name: 'Gone',
      type: ApplicationCommandType.Message,
      target_id: said.id,
      resolved: { messages: { [said.id]: said } },
    };
    const type = InteractionType.ApplicationCommand;
    const forged = await ask.forge({ channel: said.channel_id, type, data });
    expect(messageIn(forged).content).toBe(OUTDATED);
  });
});

describe('autocomplete', () => {
  const completing = (autocomplete: Command['autocomplete']): Command =>
    aCommand('find', () => Promise.resolve(says('found')), {
      definition: aFinding('player'),
      ...(autocomplete === undefined ? {} : { autocomplete }),
    });

  it('gets the option and what was typed so far', async () => {
    const { ask } = await aStage(
      completing(({ option, typed }) => [{ name: `${option} ${typed}`, value: typed }]),
    );
    expect((await ask.autocomplete('/find player:gal')).choices).toEqual([
      { name: 'player gal', value: 'gal' },
    ]);
  });

  it('offers at most 25 choices, with names of at most 100 characters', async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({
      name: `${n} ${'x'.repeat(200)}`,
      value: String(n),
    }));
    const { ask } = await aStage(completing(() => many));
    const { choices } = await ask.autocomplete('/find player:x');
    expect(choices).toHaveLength(25);
    expect(choices[0]?.name).toBe(many[0]?.name.slice(0, 100));
  });

  it.each<[string, Command['autocomplete']]>([
    ['fails', () => Promise.reject(new Error(SECRET))],
    [
      'throws',
      (): never => {
        throw new Error(SECRET);
      },
    ],
    ['is not implemented', undefined],
  ])('that %s offers nothing, and the command still runs', async (_how, autocomplete) => {
    const { ask, log, local } = await aStage(completing(autocomplete));
    expect((await ask.autocomplete('/find player:x')).choices).toEqual([]);
    const named = { command: 'find', guildId: local.guildId };
    expect(log.details).toEqual(log.lines.map(() => expect.objectContaining(named) as unknown));
    expect(messageIn(await ask.run('/find player:x')).content).toBe('found');
  });
});

describe('an interaction of a shape that discord.js does not know', () => {
  it.each<[string, ForgeRequest['type'], ForgeRequest['data']]>([
    [
      'a component without its message',
      InteractionType.MessageComponent,
      { custom_id: 'x', component_type: ComponentType.Button },
    ],
    [
      'a user command without its target',
      InteractionType.ApplicationCommand,
      { id: '1', name: 'live', type: ApplicationCommandType.User },
    ],
    ['a form without fields', InteractionType.ModalSubmit, { custom_id: 'x', components: null }],
  ])('is ignored, and the next one gets a response: %s', async (_what, type, data) => {
    const { ask, log } = await aStage(aCommand('fine', () => Promise.resolve(says('fine'))));
    const passing = fakedTime();
    const forged = ask.forge({ channel: 'general', type, data });
    await expect.poll(() => log.lines).toContain('warn gateway event unreadable, skipped');
    expect(messageIn(await ask.run('/fine')).content).toBe('fine');
    await passing(3_000);
    expect(await forged).toMatchObject({ status: 'no-answer' });
  });
});
