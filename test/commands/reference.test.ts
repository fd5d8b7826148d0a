import { expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { ENDPOINTS } from '#sandbox/padel-service/api/endpoints/index.ts';
import { formatted } from '../formatted.ts';
import { commandsPage, reachOf } from './reference/page.ts';
import { clientEndpoints } from './reference/reach.ts';

/** The endpoints that change webhooks, which are not among the data endpoints of the sandbox. */
const WEBHOOKS = ['PATCH /webhooks/{webhook}', 'DELETE /webhooks/{webhook}'];

/** The endpoints that the public service has beyond the specification. */
const TODAY = [
  'GET /rankings',
  'GET /players/{player}/matches',
  'GET /players/{player}/pairs',
  'GET /players/{player}/rankings',
  'GET /tournaments/{tournament}',
  'GET /tournaments/{tournament}/editions',
  'POST /webhooks',
  'GET /webhooks',
];

/** The public service's name of a path of the specification. */
const publicName = (path: string): string => path.replace('head2head', 'headtohead');

it('the client knows all endpoints of the specification and of the public service', () => {
  const specified = [
    ...ENDPOINTS.map(({ method, path }) => `${method} ${publicName(path)}`),
    ...WEBHOOKS,
  ];
  expect(specified).toHaveLength(21);
  const known = clientEndpoints().map(({ name }) => name);
  expect(known.toSorted()).toEqual([...specified, ...TODAY].toSorted());
});

it('every endpoint is reached by a command or a source', () => {
  expect(reachOf(commands).filter(({ who }) => who.length === 0)).toEqual([]);
});

// Out of date? `npm run check -- docs` rewrites it.
it('docs/commands.md describes the commands as they are', async () => {
  const page = await formatted('docs/commands.md', commandsPage(commands));
  await expect(page).toMatchFileSnapshot('../../docs/commands.md');
});
