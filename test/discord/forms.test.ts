import {
  ButtonStyle,
  ComponentType,
  GatewayDispatchEvents,
  GatewayOpcodes,
  InteractionType,
} from 'discord.js';
import { describe, expect, it, vi } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { Command, FormRequest, Services } from '#src/discord/command.ts';
import { missingPermissionsIn } from '#src/discord/servers/access.ts';
import { FormRefused, Unclear, UserError } from '#src/errors.ts';
import type { MessageBody } from '#src/render/message.ts';
import { buttonRow } from '#src/render/controls.ts';
import { choiceField, form, textField, type Form } from '#src/render/forms.ts';
import type { ForgeRequest } from '#sandbox/discord/control-contract.ts';
import { aLocalDiscord, control, messageIn, NORA } from '../../sandbox/test/discord/setup.ts';
import { idsOfControls } from '../render/controls.ts';
import { aStage as aCommandStage } from '../commands/stage.ts';
import {
  aBot,
  aCommand,
  aDispatcher,
  aGate,
  fakedTime,
  OUTDATED,
  says,
  UNEXPECTED,
} from './bot.ts';

const ZONE = form(
  'clock:form:7',
  'Time zone',
  textField({ id: 'zone', label: 'Zone', value: 'Europe/Madrid', most: 100 }),
  choiceField({ id: 'day', label: 'Day' }, [
    { value: 'today', label: 'Today', isChosen: true },
    { value: 'never', label: 'Never' },
  ]),
);

const SHOWN: MessageBody = {
  content: 'as it was',
  components: buttonRow({ id: 'clock:form:7', label: 'Set' }),
};

/** A command whose button opens a form. */
const aClockCommand = ({
  show,
  submit,
  ...more
}: Partial<NonNullable<Command['form']>> & Partial<Command> = {}): Command =>
  aCommand('clock', () => Promise.resolve(SHOWN), {
    visibility: 'private',
    ...more,
    component: { answer: 'update', run: () => Promise.resolve(says('pressed')) },
    form: {
      opens: ([action]) => action === 'form',
      show: show ?? (() => Promise.resolve(ZONE)),
      submit:
        submit ??
        (({ values, text, chosen }) =>
          Promise.resolve(says([...values, text('zone'), ...(chosen('day') ?? [])].join(' ')))),
    },
  });

/** A bot with that command, after nora has run it. */
const aClock = async (command = aClockCommand()) => {
  const { ask, log } = await aBot([command]);
  const { id } = messageIn(await ask.run('/clock'));
  const open = () => ask.press(id, 'clock:form:7');
  const seen = async () =>
    (await ask.messages('general')).find((message) => message.id === id)?.content;
  return { ask, log, open, seen, id };
};

const failing = (error: Error) => () => Promise.reject(error);

describe('a form', () => {
  it('opens with the current values, and updates the message of its button', async () => {
    const { ask, open, seen } = await aClock();
    const { status, modal, modalId } = await open();
    expect(status).toBe('modal');
    expect(modal).toMatchObject(ZONE);
    const answer = await ask.submit(modalId ?? '', { zone: 'Asia/Tokyo', day: ['never'] });
    expect(answer.status).toBe('updated');
    expect(await seen()).toBe('form 7 Asia/Tokyo never');
  });

  it('that takes long to handle updates the message when it is done', async () => {
    const gate = aGate<MessageBody>();
    const begun = aGate<undefined>();
    const { ask, open, seen } = await aClock(
      aClockCommand({
        submit: () => {
          begun.resolve(undefined);
          return gate.promise;
        },
      }),
    );
    const { modalId } = await open();
    const passing = fakedTime();
    const sent = ask.submit(modalId ?? '', {});
    await begun.promise;
    await passing(1_000);
    gate.resolve(says('at last'));
    vi.useRealTimers();
    expect((await sent).status).toBe('updated');
    await expect.poll(seen).toBe('at last');
  });

  it.each([
    ['wrong input', new UserError('no-such-zone', { name: 'Ma*drid' }), 'called “Ma\\*drid”'],
    ['an unexpected error', new Error('SQLITE_BUSY'), UNEXPECTED],
  ])('reports %s privately, and can be opened again', async (_what, error, words) => {
    const { ask, open, seen } = await aClock(aClockCommand({ submit: failing(error) }));
    const { modalId } = await open();
    const answer = await ask.submit(modalId ?? '', {});
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toContain(words);
    expect(await seen()).toBe('as it was');
    expect((await open()).status).toBe('modal');
  });

  it('that is refused leaves no outdated message: it shows what is so now, below every reason and choice', async () => {
    const refusals = [
      new UserError('unknown-delay', { text: '2000', most: '900' }),
      new Unclear('ambiguous-name', {
        typed: 'Córdoba',
        choices: ['Europe/Madrid', 'America/Argentina/Cordoba'].map((value) => ({
          value,
          shown: `Córdoba (${value})`,
        })),
      }),
    ];
    const refused = new FormRefused(refusals, 'clock:form:7:again');
    const { ask, open, id, seen } = await aClock(
      aClockCommand({
        submit: failing(refused),
        present: ({ values }) => Promise.resolve({ ...says(`${values[1]}`), ...SHOWN }),
      }),
    );
    const { modalId } = await open();
    const answer = await ask.submit(modalId ?? '', {});
    expect(answer.status).toBe('updated');
    expect(messageIn(answer).id).toBe(id);
    expect((await seen())?.split('\n')).toEqual([
      "The spoiler delay can't be “2000”. Write the seconds as a number up to 900, or 0 for no delay.",
      'Several results for “Córdoba”. Which one do you mean?',
      '- Córdoba \\(Europe/Madrid\\)',
      '- Córdoba \\(America/Argentina/Cordoba\\)',
      'Nothing was changed.',
    ]);
    expect(idsOfControls(messageIn(answer))).toEqual(['clock:form:7', 'clock:form:7:again']);
  });

  it('whose city is asked for is done with in its own message, which never is outdated', async () => {
    const choices = [
      { value: 'Asia/Tokyo', shown: 'Here' },
      { value: 'Asia/Seoul', shown: 'There' },
    ];
    const { ask, open, id, seen } = await aClock(
      aClockCommand({
        submit: ({ text }) =>
          text('zone') === 'x'
            ? Promise.reject(new Unclear('ambiguous-name', { typed: 'x', choices }))
            : Promise.resolve(says(`now ${text('zone') ?? ''}`)),
        present: () => Promise.resolve(SHOWN),
      }),
    );
    const { modalId } = await open();
    const asked = messageIn(await ask.submit(modalId ?? '', { zone: 'x' }));
    expect(asked.id).toBe(id);
    const [, menu = ''] = idsOfControls(asked);
    const answer = await ask.press(id, menu, ['Asia/Seoul']);
    expect(answer.status).toBe('updated');
    expect(await seen()).toBe('now Asia/Seoul');
  });

  it('that fails in a message which cannot be shown any more says why beside it', async () => {
    const { ask, open, seen } = await aClock(
      aClockCommand({
        submit: failing(new UserError('alerts-removed')),
        present: failing(new UserError('alerts-removed')),
      }),
    );
    const { modalId } = await open();
    const answer = await ask.submit(modalId ?? '', {});
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(await seen()).toBe('as it was');
  });

  it.each<[string, () => Promise<Form>, string]>([
    ['may not be opened', failing(new UserError('no-permission')), 'Manage Server'],
    ['fails to open', failing(new Error('SQLITE_BUSY')), UNEXPECTED],
    // The title is one character longer than Discord allows.
    ['is invalid', () => Promise.resolve({ ...ZONE, title: 'x'.repeat(46) }), UNEXPECTED],
  ])('that %s gets a private response', async (_case, show, words) => {
    const { open, seen } = await aClock(aClockCommand({ show }));
    const answer = await open();
    expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(answer).content).toContain(words);
    expect(await seen()).toBe('as it was');
  });

  it('that is not ready in time gets an apology in time', async () => {
    const begun = aGate<undefined>();
    const { open } = await aClock(
      aClockCommand({
        show: () => {
          begun.resolve(undefined);
          return new Promise(() => undefined);
        },
      }),
    );
    const passing = fakedTime();
    const opened = open();
    await begun.promise;
    await passing(1_000);
    expect(messageIn(await opened).content).toBe(UNEXPECTED);
  });

  it('does not open for a user whom the operator has blocked', async () => {
    const { ask } = await aBot([aClockCommand({ visibility: 'public' })], { blocked: [NORA] });
    const { id } = messageIn(await ask.run('/clock', 'moderator'));
    expect(messageIn(await ask.press(id, 'clock:form:7')).content).toContain('blocked');
    expect((await ask.press(id, 'clock:form:7', [], 'moderator')).status).toBe('modal');
  });
});

describe('a forged form', () => {
  const label = (component: object) => ({ type: ComponentType.Label, id: 1, component });
  const text = (id: string, value: unknown) =>
    label({ type: ComponentType.TextInput, id: 2, custom_id: id, value });
  const described = ({ text: textIn, chosen }: FormRequest) =>
    Promise.resolve(
      says([textIn('zone')?.length ?? 'none', chosen('day')?.length ?? 'none'].join(' ')),
    );

  it.each<[string, ForgeRequest['data'], string]>([
    ['of no command', { custom_id: 'gone:form:7', components: [] }, OUTDATED],
    ['with too long an id', { custom_id: `clock:${'x'.repeat(200)}`, components: [] }, OUTDATED],
    ['without fields', { custom_id: 'clock:form:7', components: [] }, 'none none'],
    [
      'with thousands of fields',
      {
        custom_id: 'clock:form:7',
        components: Array.from({ length: 5_000 }, (_, index) => text(`${index}`, 'x')),
      },
      'none none',
    ],
    [
      'with endless values',
      {
        custom_id: 'clock:form:7',
        components: [
          text('zone', 'x'.repeat(9_000)),
          label({ type: 3, id: 3, custom_id: 'day', values: Array(9_000).fill('today') }),
        ],
      },
      '100 25',
    ],
    [
      'with values of other types',
      {
        custom_id: 'clock:form:7',
        components: [text('zone', { x: 1 }), label({ type: 3, custom_id: 'day', values: 'x' })],
      },
      'none none',
    ],
  ])('%s gets a response without an error', async (_what, data, words) => {
    const { ask } = await aClock(
      aClockCommand({
        submit: (request) =>
          request.values[0] === 'form'
            ? described(request)
            : Promise.reject(new UserError('outdated-control')),
      }),
    );
    const forged = await ask.forge({ channel: 'general', type: InteractionType.ModalSubmit, data });
    expect(forged).toMatchObject({ status: 'answered', ephemeral: true });
    expect(messageIn(forged).content).toBe(words);
  });

  it('under a public message is reported as outdated when its command is private', async () => {
    const { ask } = await aClock();
    const said = await ask.say('general', 'hello');
    const component = { type: ComponentType.Button, style: ButtonStyle.Primary };
    for (const [type, data] of [
      [InteractionType.MessageComponent, { component_type: component.type }],
      [InteractionType.ModalSubmit, { components: [] }],
    ] as const) {
      const forged = { custom_id: 'clock:form:7', ...data };
      const answer = await ask.forge({
        channel: 'general',
        type,
        data: forged,
        message: said.id,
      });
      expect(messageIn(answer).content).toBe(OUTDATED);
    }
  });
});

describe('/alerts setup before the gateway has sent the server', () => {
  /** The real command behind a real dispatcher whose cache has lost the server. */
  const aColdCache = async () => {
    const local = await aLocalDiscord();
    const stage = await aCommandStage([]);
    const services: Services = {
      ...stage.services,
      missingIn: (...place) => missingPermissionsIn(dispatcher.servers, ...place),
    };
    const command: Command = {
      ...alerts,
      run: (request) => alerts.run(request, services),
      component: {
        answer: 'update',
        run: async (request) =>
          (await alerts.component?.run(request, services)) ?? Promise.reject(new Error('none')),
      },
    };
    const dispatcher = await aDispatcher(local, [command]);
    dispatcher.servers.onDispatch(
      { id: 0, count: 1 },
      {
        op: GatewayOpcodes.Dispatch,
        s: 1,
        t: GatewayDispatchEvents.GuildDelete,
        d: { id: local.guildId },
      },
    );
    expect(dispatcher.servers.of(local.guildId)).toBeUndefined();
    return control(local);
  };

  it('names exactly the missing permissions, and none once they are granted', async () => {
    const ask = await aColdCache();
    await ask.deny('padel-alerts', 'SendMessages', 'EmbedLinks');
    const setUp = async () =>
      messageIn(await ask.run('/alerts setup channel:#padel-alerts', 'clara'));
    expect((await setUp()).content).toContain('grant me Embed Links and Send Messages there');
    await ask.deny('padel-alerts');
    const { id, content, embeds } = await setUp();
    expect(content).toContain('Alerts are now posted');
    expect(embeds[0]?.description).not.toContain('View Channel');
    // The same for a channel that is chosen in the panel.
    const add = messageIn(await ask.press(id, 'alerts:add:1:what', [], 'clara'));
    await ask.deny('match-day', 'SendMessagesInThreads');
    const choose = () => ask.press(add.id, 'alerts:added:1:what', ['#match-day'], 'clara');
    expect(messageIn(await choose()).content).toContain('grant me Send Messages in Threads there');
    await ask.deny('match-day');
    const added = messageIn(await choose());
    expect(added.content).toContain('Alerts are now posted');
    expect(added.embeds[0]?.description).not.toContain('View Channel');
  });
});
