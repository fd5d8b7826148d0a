import { expect, it } from 'vitest';
import cancelled from '../../shapes/tournament-cancelled.json' with { type: 'json' };
import matches from '../../shapes/matches.json' with { type: 'json' };
import tournaments from '../../shapes/tournaments.json' with { type: 'json' };
import { DAY } from '#src/lib/time.ts';
import { NotFound } from '#src/padel-api/errors.ts';
import { aClient } from '../clients.ts';
import { saying, says } from '../service.ts';

it('a tournament that is in no list any more is read by its id: cancelled', async () => {
  const { api, paths } = await aClient(saying(200, cancelled));
  expect((await api.tournament(905)).value).toMatchObject({ id: 905, status: 'cancelled' });
  expect(paths()).toEqual(['/api/tournaments/905']);
});

it('two records for one slot of which one was merged (302) are read as one match', async () => {
  const { api, merged } = await aClient((response, { url }) => {
    if (url === '/api/matches/8') response.writeHead(302, { location: '/api/matches/7001' }).end();
    else says(response, 200, matches.data[0]);
  });
  expect((await api.match(8)).value).toEqual((await api.match(7001)).value);
  expect(merged).toEqual([{ kind: 'match', from: 8, to: 7001 }]);
});

it('a tournament that is gone is not found, which says nothing about the service', async () => {
  const { api } = await aClient(saying(404, { message: 'Not found.' }));
  await expect(api.tournament(8)).rejects.toBeInstanceOf(NotFound);
  await expect(api.tournamentEditions(8)).rejects.toBeInstanceOf(NotFound);
  await expect(api.playerMatches(8)).rejects.toBeInstanceOf(NotFound);
  expect(api.state().failure).toBeNull();
});

it('the other years of a tournament are read, and not again on the same day', async () => {
  const { api, paths, wait } = await aClient(saying(200, tournaments));
  const { value } = await api.tournamentEditions(901, { perPage: 50 });
  expect(value.items).toHaveLength(tournaments.data.length);
  wait(DAY - 1);
  await api.tournamentEditions(901, { perPage: 50 });
  expect(paths()).toEqual(['/api/tournaments/901/editions?per_page=50']);
});

it('the matches of a player are read with any partner, and again after a result of theirs', async () => {
  const { api, paths } = await aClient((response, { url = '' }) => {
    if (url.includes('/players/')) says(response, 200, matches);
    else says(response, 200, { ...matches.data[0], played_at: new Date().toISOString() });
  });
  const { value } = await api.playerMatches(501, { orderBy: 'desc', perPage: 20 });
  expect(value.items.map(({ id }) => id)).toEqual(matches.data.map(({ id }) => id));
  await api.playerMatches(501, { orderBy: 'desc', perPage: 20 });
  expect(paths()).toEqual(['/api/players/501/matches?order_by=desc&per_page=20']);
  await api.match(7001);
  await api.playerMatches(501, { orderBy: 'desc', perPage: 20 });
  expect(paths().at(-1)).toBe(paths()[0]);
  expect(paths()).toHaveLength(3);
});
