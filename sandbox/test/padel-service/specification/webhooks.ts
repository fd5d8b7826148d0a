import { z } from 'zod';
import { webhook } from './resources.ts';
import type { Row } from './row.ts';

const EVENTS = [
  'tournament.created',
  'tournament.updated',
  'tournament.deleted',
  'match.created',
  'match.updated',
  'match.deleted',
  'player.created',
  'player.updated',
  'player.deleted',
];

const RECEIVER = 'https://receiver.example.com/padel';

const PRIVATE = [
  'http://receiver.example.com/padel',
  'https://localhost/padel',
  'https://127.0.0.1/padel',
  'https://10.1.2.3/padel',
  'https://[::1]/padel',
  'https://receiver/padel',
  'receiver.example.com',
];

const refused = (body: unknown, field: string, message: string): Row => ({
  says: 'PATCH /webhooks/{webhook}: 422 validation error',
  ask: 'PATCH /webhooks/1',
  body,
  status: 422,
  errors: { [field]: message },
});

/** The section "Webhooks". The order matters: the last rows delete the only webhook. */
export const WEBHOOKS: readonly Row[] = [
  {
    says: 'PATCH /webhooks/{webhook}: 200 Webhook',
    ask: 'PATCH /webhooks/1',
    body: { url: RECEIVER, events: EVENTS },
    shape: webhook,
    includes: { id: 1, url: RECEIVER, events: EVENTS },
  },
  ...EVENTS.map((event) => ({
    says: `A webhook subscribes to any of these event names: ${event}`,
    ask: 'PATCH /webhooks/1',
    body: { events: [event] },
    shape: webhook,
    includes: { url: RECEIVER, events: [event] },
  })),
  {
    says: 'Only provided fields change: events',
    ask: 'PATCH /webhooks/1',
    body: { url: `${RECEIVER}/two` },
    includes: { url: `${RECEIVER}/two`, events: ['player.deleted'] },
  },
  {
    says: 'Every field of the body is optional',
    ask: 'PATCH /webhooks/1',
    body: {},
    shape: webhook,
    includes: { url: `${RECEIVER}/two`, events: ['player.deleted'] },
  },
  {
    says: 'PATCH with events: [] pauses, secret and url unchanged',
    ask: 'PATCH /webhooks/1',
    body: { events: [] },
    shape: webhook,
    includes: { url: `${RECEIVER}/two`, events: [] },
  },
  ...PRIVATE.map((url) => refused({ url }, 'url', 'The url field must be a public HTTPS URL.')),
  refused({ url: 5 }, 'url', 'The url field must be a string.'),
  refused({ events: 'match.updated' }, 'events', 'The events field must be an array.'),
  refused({ events: ['match.played'] }, 'events.0', 'The selected events.0 is invalid.'),
  {
    says: 'Path ids are integers',
    ask: 'PATCH /webhooks/x',
    body: {},
    status: 422,
    errors: { webhook: 'The webhook field must be an integer.' },
  },
  {
    says: 'PATCH /webhooks/{webhook}: 401 unauthenticated',
    ask: 'PATCH /webhooks/1',
    body: {},
    token: null,
    status: 401,
  },
  { says: '404 id does not exist', ask: 'PATCH /webhooks/2', body: {}, status: 404 },
  {
    says: 'Endpoints for creating, listing or showing webhooks: not shown',
    ask: 'GET /webhooks/1',
    status: 404,
  },
  {
    says: 'Path ids are integers',
    ask: 'DELETE /webhooks/x',
    status: 422,
    errors: { webhook: 'The webhook field must be an integer.' },
  },
  { says: '404 id does not exist', ask: 'DELETE /webhooks/2', status: 404 },
  { says: '401 unauthenticated', ask: 'DELETE /webhooks/1', token: 'nobody', status: 401 },
  {
    says: 'DELETE /webhooks/{webhook}: body {message: string}',
    ask: 'DELETE /webhooks/1',
    shape: z.strictObject({ message: z.string() }),
  },
  { says: 'The subscription is removed permanently', ask: 'DELETE /webhooks/1', status: 404 },
  {
    says: '404 the resource was deleted',
    ask: 'PATCH /webhooks/1',
    body: { events: [] },
    status: 404,
  },
];
