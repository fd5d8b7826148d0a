import { describe, expect, it } from 'vitest';
import { webhook } from '#commands/webhook.ts';
import { WEBHOOK_EVENTS } from '#src/domain/webhook.ts';
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

const answers =
  (status: number, body: object): Answering =>
  (response) => {
    says(response, status, body);
  };

const operator = (subcommand: string, typed: Typed = {}) =>
  aRequest(typed, { subcommand, isOperator: true });

const pressed = (values: readonly string[], chosen: readonly string[] = [], isOperator = true) => ({
  ...aRequest(),
  isOperator,
  values,
  chosen,
});

describe('/webhook', () => {
  it('is not for anybody else, neither the command nor its controls', async () => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const asked = (async () => webhook.run(aRequest({}, { subcommand: 'show' }), services))();
    await expect(asked).rejects.toMatchObject({ problem: 'operator-only' });
    const press = (async () => webhook.press?.run(pressed(['delete', '1'], [], false), services))();
    await expect(press).rejects.toMatchObject({ problem: 'operator-only' });
    expect(service.received).toEqual([]);
  });

  it.each([
    ['show', {}, {}, 'As the data service has it now.'],
    ['events', {}, {}, 'As the data service has it now.'],
    ['pause', {}, { events: [] }, 'Delivery is paused.'],
    ['resume', {}, { events: WEBHOOK_EVENTS }, 'Delivery is on again'],
  ])('%s changes what it says, and nothing else', async (subcommand, typed: Typed, body, words) => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const answer = await webhook.run(operator(subcommand, typed), services);
    expect(answer.content).toContain(words);
    expect(service.received).toMatchObject([
      { method: 'PATCH', path: '/api/webhooks/1', body: JSON.stringify(body) },
    ]);
    expect(refusals(answer)).toEqual([]);
  });

  it.each([
    ['another host', 'https://new.example/', true],
    ['another path of the same', 'https://bot.example/hooks/new', false],
  ])(
    'changes the address to %s, and warns where it may not be this bot',
    async (_which, url, warns) => {
      const { services, service } = await aStage([], (response, _request, index) => {
        says(response, 200, index === 0 ? ON_WIRE : { ...ON_WIRE, url });
      });
      const answer = await webhook.run(operator('address', { url }), services);
      expect(service.received.map(({ body }) => body)).toEqual(['{}', JSON.stringify({ url })]);
      const [done, warning] = answer.content?.split('\n') ?? [];
      expect(done).toBe('The address is changed.');
      if (warns) {
        expect(warning).toContain('https\\://bot.example/hooks/padel?…');
        expect(warning).toContain('I hear nothing of changes any more');
      } else expect(warning).toBeUndefined();
      expect(JSON.stringify(answer)).not.toContain('pass');
      expect(refusals(answer)).toEqual([]);
    },
  );

  it('shows the address without what may be secret, and never the secret', async () => {
    const { services } = await aStage([], answers(200, ON_WIRE));
    const answer = await webhook.run(operator('show'), services);
    expect(answer.embeds?.[0]?.description).toContain('bot.example/hooks/padel?…');
    for (const secret of [SECRET, 'pass', 'abc']) {
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
  });

  it('has a menu of events, in which those of now are chosen', async () => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const answer = await webhook.run(operator('events', { id: '4' }), services);
    const chosen = entriesOf(answer).filter((entry) => entry.default === true);
    expect(chosen.map(({ value }) => value)).toEqual(['match.created', 'match.updated']);
    await webhook.press?.run(pressed(['events', '4'], ['player.updated', 'made.up']), services);
    expect(service.received[1]).toMatchObject({
      path: '/api/webhooks/4',
      body: '{"events":["player.updated"]}',
    });
  });

  it('says how to go on when it is paused', async () => {
    const { services } = await aStage([], answers(200, { ...ON_WIRE, events: [] }));
    const answer = await webhook.run(operator('show'), services);
    expect(answer.embeds?.[0]?.description).toContain('`/webhook resume` starts it again');
    const spanish = { ...operator('show'), locale: 'es', t: translator('es') } as const;
    const other = await webhook.run(spanish, services);
    expect(other.embeds?.[0]?.description).toContain('`/webhook reanudar` lo reanuda');
  });

  it('deletes only after a question that says what will happen', async () => {
    const { services, service } = await aStage([], answers(200, ON_WIRE));
    const question = await webhook.run(operator('delete', { id: '3' }), services);
    expect(question.embeds?.[0]?.description).toContain('stops at once');
    expect(idsOfControls(question)).toEqual(['webhook:delete:1', 'webhook:keep:1']);
    expect(service.received.map(({ method }) => method)).toEqual(['PATCH']);
    const kept = await webhook.press?.run(pressed(['keep', '1']), services);
    expect(kept?.content).toContain('Nothing is changed');
    const deleted = await webhook.press?.run(pressed(['delete', '1']), services);
    expect(deleted?.content).toContain('is deleted');
    expect(service.received.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
  });

  it.each([
    ['there is none of that number', 404, {}, 'unknown-webhook', { id: '9' }],
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
      webhook.run(operator('address', { url: 'http://x', id: '9' }), services))();
    await expect(refused).rejects.toMatchObject({ problem, values });
  });

  it.each([[['other', '1']], [['events', 'x']], [[]]])(
    'says that a control with %j is outdated',
    async (values) => {
      const { services } = await aStage([]);
      const press = (async () => webhook.press?.run(pressed(values), services))();
      await expect(press).rejects.toMatchObject({ problem: 'outdated-control' });
    },
  );
});
