import { expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { ENDPOINTS } from '#sandbox/padel-service/api/endpoints/index.ts';
import { formatted } from '../formatted.ts';
import { commandsPage, reachOf } from './reference/page.ts';
import { clientEndpoints } from './reference/reach.ts';

/** Those of the subscription to webhooks; the others show the world. */
const WEBHOOKS = ['PATCH /webhooks/{webhook}', 'DELETE /webhooks/{webhook}'];

/** What the public service has beside the specification. */
const TODAY = ['GET /rankings', 'POST /webhooks', 'GET /webhooks'];

it('knows the endpoints of the specification, as the sandbox has them', () => {
  const specified = [...ENDPOINTS.map(({ method, path }) => `${method} ${path}`), ...WEBHOOKS];
  expect(specified).toHaveLength(21);
  const known = clientEndpoints().map(({ name }) => name);
  expect(known.toSorted()).toEqual([...specified, ...TODAY].toSorted());
});

it('lets somebody reach every endpoint', () => {
  expect(reachOf(commands).filter(({ who }) => who.length === 0)).toEqual([]);
});

// Out of date? `npm run docs:commands` writes it anew.
it('describes the commands in docs/commands.md as they are', async () => {
  const page = await formatted('docs/commands.md', commandsPage(commands));
  await expect(page).toMatchFileSnapshot('../../docs/commands.md');
});
