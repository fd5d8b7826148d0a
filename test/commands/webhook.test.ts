import { describe, expect, it } from 'vitest';
import { webhook } from '#commands/webhook.ts';
import { SPECIFIED_EVENTS, WEBHOOK_EVENTS } from '#src/domain/webhook.ts';
import { translator } from '#src/i18n/i18n.ts';
import { says, type Answering } from '../padel-api/service.ts';
import { entriesOf, idsOfControls } from '../render/controls.ts';
import { refusals } from '../render/held.ts';
import { aRequest, aStage, type Typed } from './stage.ts';

const SECRET = 'whsec_0123456789';

const ON_WIRE = {
  id: 1,
  self: '/api/webhooks/1',
  url: 'https://user:pass@bot.example/hooks/padel?key=abc',
  events: ['match.updated', 'match.created'],
  secret: SECRET,
  created_at: '2026-05-01T10:00:00+00:00',
  updated_at: '2026-06-01T10:00:00+00:00',
};

/** A service of the specification: it changes and deletes webhooks, and does nothing else. */
const answers =
  (status: number, body: object): Answering =>
  (response, { method }) => {
    if (method === 'GET') says(response, 405, {});
    else says(response, status, body);
  };

/** The public service with these webhooks; it responds like this to the creation of one. */
const serviceOfToday =
  (
    webhooks: readonly object[],
    status = 201,
    created: object = { ...ON_WIRE, id: 57 },
  ): Answering =>
  (response, { method }) => {
    if (method === 'GET') says(response, 200, { data: webhooks });
    else if (method === 'POST') says(response, status, created);
    else says(response, 200, ON_WIRE);
  };

const URL_TYPED = 'https://bot.example/webhooks/padel';

const operator = (subcommand: string, typed: Typed = {}) =>
  aRequest(typed, { subcommand, isOperator: true });

const pressed = (values: readonly string[], chosen: readonly string[] = [], isOperator = true) => ({
  ...aRequest(),
  isOperator,
  values,
  chosen,
});

describe('/webhook', () => {
  it('is for the operator only, as are its controls', async () => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const result = (async () => webhook.run(aRequest({}, { subcommand: 'show' }), services))();
    await expect(result).rejects.toMatchObject({ problem: 'operator-only' });
    const press = (async () =>
      webhook.component?.run(pressed(['delete', '1'], [], false), services))();
    await expect(press).rejects.toMatchObject({ problem: 'operator-only' });
    expect(service.received).toEqual([]);
  });

  it.each([
    ['show', {}, {}, 'The webhook as the data service has it now.'],
    ['events', {}, {}, 'The webhook as the data service has it now.'],
    ['pause', {}, { events: [] }, 'Delivery paused.'],
    ['resume', {}, { events: WEBHOOK_EVENTS }, 'Delivery resumed'],
  ])(
    'with %s changes what it says, and nothing else',
    async (subcommand, typed: Typed, body, words) => {
      const { services, service } = await aStage([], answers(200, ON_WIRE));
      const answer = await webhook.run(operator(subcommand, typed), services);
      expect(answer.content).toContain(words);
      expect(service.received).toMatchObject([
        { method: 'GET', path: '/api/webhooks' },
        { method: 'PATCH', path: '/api/webhooks/1', body: JSON.stringify(body) },
      ]);
      expect(refusals(answer)).toEqual([]);
    },
  );

  it('creates a webhook for all events, and shows its secret to the operator only', async () => {
    const { services, service } = await aStage([], serviceOfToday([]));
    const answer = await webhook.run(operator('create', { url: URL_TYPED }), services);
    expect(webhook.visibility).toBe('private');
    expect(service.received).toMatchObject([
      {
        method: 'POST',
        path: '/api/webhooks',
        body: JSON.stringify({ url: URL_TYPED, events: WEBHOOK_EVENTS }),
      },
    ]);
    const text = answer.embeds?.[0]?.description ?? '';
    expect(answer.embeds?.[0]?.title).toBe('Webhook 57 created');
    expect(text.split('\n')).toContain(`WEBHOOK_SECRET=${SECRET}`);
    expect(text).toContain('restart the bot');
    expect(refusals(answer)).toEqual([]);
  });

  it('creates a webhook for the chosen events', async () => {
    const { services, service } = await aStage([], serviceOfToday([]));
    await webhook.run(operator('create', { url: URL_TYPED, events: 'player' }), services);
    const events = ['player.created', 'player.updated', 'player.deleted'];
    expect(service.received[0]?.body).toBe(JSON.stringify({ url: URL_TYPED, events }));
  });

  it('uses the events of the specification when the service knows no others', async () => {
    const { services, service } = await aStage([], (response, { method }, index) => {
      if (method === 'GET') says(response, 404, {});
      else if (index === 1) says(response, 422, { message: 'The events.9 is invalid.' });
      else says(response, 200, ON_WIRE);
    });
    await webhook.run(operator('resume'), services);
    expect(service.received.slice(1).map(({ body }) => body)).toEqual([
      JSON.stringify({ events: WEBHOOK_EVENTS }),
      JSON.stringify({ events: SPECIFIED_EVENTS }),
    ]);
  });

  it.each([
    ['plain', 'abc+/=', 'WEBHOOK_SECRET=abc+/='],
    ['with a comment in it', 'a#b', "WEBHOOK_SECRET='a#b'"],
    ['with quotes in it', `'a"#`, `WEBHOOK_SECRET=\`'a"#\``],
    ['that is masked', '********6789', null],
    ['of two lines', 'a\nDISCORD_TOKEN=b', null],
    ['that is far too long', 'a'.repeat(201), null],
    ['that is no text', 7, null],
  ])(
    'shows a secret %s as a line of .env, or says that there is none',
    async (_w, secret, line) => {
      const { services } = await aStage([], serviceOfToday([], 201, { data: { id: 57, secret } }));
      const answer = await webhook.run(operator('create', { url: URL_TYPED }), services);
      const text = answer.embeds?.[0]?.description ?? '';
      if (line === null) expect(text).toContain("didn't show its secret");
      else expect(text.split('\n')).toContain(line);
      expect(text.includes('WEBHOOK_SECRET=')).toBe(line !== null);
    },
  );

  it.each([
    ['the plan lacks it', 402, { message: 'Upgrade.' }, 'webhook-not-in-plan'],
    ['the service creates none', 404, {}, 'webhook-not-offered'],
    ['the service does not accept it', 422, { message: 'The url is taken.' }, 'webhook-refused'],
    ['it is unknown whether one was created', 500, {}, 'webhook-unsure'],
    ['the response says nothing', 200, { hello: 1 }, 'webhook-unsure'],
  ])('says that %s, and never creates two', async (_why, status, body, problem) => {
    const { services, service } = await aStage([], serviceOfToday([], status, body));
    const result = (async () =>
      webhook.run(operator('create', { url: URL_TYPED, events: 'player' }), services))();
    await expect(result).rejects.toMatchObject({ problem });
    // A refusal because of the events is retried with those of the specification.
    expect(service.received).toHaveLength(status === 422 ? 2 : 1);
  });

  it('finds the only webhook without an id, and lists several', async () => {
    const { services, service } = await aStage([], serviceOfToday([{ ...ON_WIRE, id: 57 }]));
    expect((await webhook.run(operator('show'), services)).embeds?.[0]?.title).toBe('Webhook 57');
    await webhook.run(operator('pause'), services);
    expect(service.received.at(-1)).toMatchObject({ method: 'PATCH', path: '/api/webhooks/57' });

    const two = [ON_WIRE, { ...ON_WIRE, id: 57, events: [] }, { id: 'odd' }];
    const { services: others } = await aStage([], serviceOfToday(two));
    const list = await webhook.run(operator('show'), others);
    expect(list.embeds?.[0]?.description?.split('\n')).toEqual([
      expect.stringMatching(/^\*\*1\*\* · .*bot\.example.* · 2 event types$/),
      expect.stringMatching(/^\*\*57\*\* · .* · paused$/),
    ]);
    expect(JSON.stringify(list)).not.toContain(SECRET);
    const paused = (async () => webhook.run(operator('pause'), others))();
    await expect(paused).rejects.toMatchObject({
      problem: 'several-webhooks',
      values: { ids: '1, 57' },
    });
    const { services: none } = await aStage([], serviceOfToday([]));
    const shown = (async () => webhook.run(operator('show'), none))();
    await expect(shown).rejects.toMatchObject({ problem: 'no-webhook' });
  });

  it.each(['http://bot.example/', 'bot.example', 'javascript:alert(1)', ''])(
    'refuses an address that is not https: %j',
    async (url) => {
      const { services, service } = await aStage([], serviceOfToday([]));
      for (const name of ['create', 'address']) {
        const result = (async () => webhook.run(operator(name, { url }), services))();
        await expect(result).rejects.toMatchObject({ problem: 'webhook-address' });
      }
      expect(service.received).toEqual([]);
    },
  );

  it.each([
    ['another host', 'https://new.example/', true],
    ['another path of the same', 'https://bot.example/hooks/new', false],
  ])(
    'changes the address to %s, and warns when that may not be this bot',
    async (_which, url, warns) => {
      const { services, service } = await aStage([], (response, _request, index) => {
        says(response, 200, index === 0 ? ON_WIRE : { ...ON_WIRE, url });
      });
      const answer = await webhook.run(operator('address', { url, id: '1' }), services);
      expect(service.received.map(({ body }) => body)).toEqual(['{}', JSON.stringify({ url })]);
      const [done, warning] = answer.content?.split('\n') ?? [];
      expect(done).toBe('Address changed.');
      if (warns) {
        expect(warning).toContain('https\\://bot.example/hooks/padel?…');
        expect(warning).toContain('I no longer get deliveries');
      } else expect(warning).toBeUndefined();
      expect(JSON.stringify(answer)).not.toContain('pass');
      expect(refusals(answer)).toEqual([]);
    },
  );

  it('shows the address without its secret parts, and never the secret', async () => {
    const { services } = await aStage([], answers(200, ON_WIRE));
    const answer = await webhook.run(operator('show'), services);
    expect(answer.embeds?.[0]?.description).toContain('bot.example/hooks/padel?…');
    for (const secret of [SECRET, 'pass', 'abc']) {
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
  });

  it('has a menu of events in which the current ones are chosen', async () => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const answer = await webhook.run(operator('events', { id: '4' }), services);
    const chosen = entriesOf(answer).filter((entry) => entry.default === true);
    expect(chosen.map(({ value }) => value)).toEqual(['match.created', 'match.updated']);
    await webhook.component?.run(pressed(['events', '4'], ['player.updated', 'made.up']), services);
    expect(service.received.at(-1)).toMatchObject({
      path: '/api/webhooks/4',
      body: '{"events":["player.updated"]}',
    });
  });

  it('says how to resume when it is paused', async () => {
    const { services } = await aStage([], answers(200, { ...ON_WIRE, events: [] }));
    const answer = await webhook.run(operator('show'), services);
    expect(answer.embeds?.[0]?.description).toContain('Resume with `/webhook resume`');
    const spanish = { ...operator('show'), locale: 'es', t: translator('es') } as const;
    const other = await webhook.run(spanish, services);
    expect(other.embeds?.[0]?.description).toContain('Reanuda con `/webhook reanudar`');
  });

  it('deletes only after a confirmation that says what will happen', async () => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const question = await webhook.run(operator('delete', { id: '3' }), services);
    expect(question.embeds?.[0]?.description).toContain('stops at once');
    expect(idsOfControls(question)).toEqual(['webhook:delete:1', 'webhook:keep:1']);
    expect(service.received.map(({ method }) => method)).toEqual(['PATCH']);
    const kept = await webhook.component?.run(pressed(['keep', '1']), services);
    expect(kept?.content).toContain('Nothing changed');
    const deleted = await webhook.component?.run(pressed(['delete', '1']), services);
    expect(deleted?.content).toContain('deleted');
    expect(service.received.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
  });

  it.each([
    ['no webhook has that id', 404, {}, 'unknown-webhook', { id: '9' }],
    [
      'the service does not accept it, in its words',
      422,
      { message: 'The url must be https.', errors: {} },
      'webhook-refused',
      { reason: 'The url must be https.' },
    ],
    ['the service is down', 500, {}, 'service-down', {}],
  ])('says that %s', async (_reason, status, body, problem, values) => {
    const { services } = await aStage([], answers(status, body));
    const refused = (async () =>
      webhook.run(operator('address', { url: 'https://x', id: '9' }), services))();
    await expect(refused).rejects.toMatchObject({ problem, values });
  });

  it.each([[['other', '1']], [['events', 'x']], [[]]])(
    'says that a control with %j is outdated',
    async (values) => {
      const { services } = await aStage([]);
      const press = (async () => webhook.component?.run(pressed(values), services))();
      await expect(press).rejects.toMatchObject({ problem: 'outdated-control' });
    },
  );
});
