import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isOver } from '#src/domain/match/match.ts';
import { resultKey, eventsOf, matchEventKey } from '#src/domain/match/events.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { aMatch } from '../domain/feed.ts';
import { aClient } from './clients.ts';
import { says } from './service.ts';

const folder = new URL('../shapes/', import.meta.url);
const shapeOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** The recorded answers by the path below `/api` at which the public service gives them. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/live': 'live-list',
  '/matches': 'matches',
  '/matches/7009/live': 'match-live',
  '/matches/7010/live': 'match-live-ended',
  '/matches/7001/stats': 'stats',
  '/matches/7012': 'match-wrong-venue-offset',
  '/matches/simulate': 'simulate',
  '/players': 'players',
  '/rankings': 'rankings',
  '/seasons': 'seasons',
  '/tournaments': 'tournaments',
  '/tournaments/903/matches': 'tie',
  '/tournaments/905': 'tournament-cancelled',
};

const recorded = () =>
  aClient((response, { url = '' }) => {
    const shape = ANSWERS[url.replace('/api', '').replace(/\?.*/, '')];
    if (shape === undefined) says(response, 404, {});
    else says(response, 200, shapeOf(shape));
  });

it('every recorded shape is an answer here, the pushed frame or an error', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const names = files.map((file) => file.replace('.json', ''));
  expect(names.toSorted()).toEqual(
    [...Object.values(ANSWERS), 'pushed-frame', 'errors'].toSorted(),
  );
});

it('the client loses no row of the recorded lists, and no record', async () => {
  const { api, log } = await recorded();
  const lists = await Promise.all([
    api.live(),
    api.matches({}),
    api.players({}),
    api.rankings({ type: 'official', category: 'men' }),
    api.seasons(),
    api.tournaments({}),
    api.tournamentMatches(903),
  ]);
  expect(lists.map(({ value: { items, unreadable } }) => [items.length, unreadable])).toEqual(
    [1, 11, 2, 5, 1, 4, 3].map((rows) => [rows, 0]),
  );
  const sides = { team_1: [501], team_2: [503] };
  const records = await Promise.all([
    api.matchLive(7009),
    api.matchStats(7001),
    api.match(7012),
    api.simulate(sides),
    api.tournament(905),
  ]);
  expect(records.map(({ value }) => value)).toMatchObject([
    { matchId: 7009, status: 'live', channel: 'live-9f2c41d07ab8' },
    { matchId: 7001, match: { aces: { team_1: 1, team_2: 0 } } },
    { id: 7012, tournamentId: 901 },
    { chances: { team_1: 0.5644 } },
    { id: 905, status: 'cancelled', timeZone: 'Europe/Madrid', venue: 'Palau Vell' },
  ]);
  expect(log.lines).toEqual([]);
});

it('the client keeps what the recorded matches say', async () => {
  const { api } = await recorded();
  const { items } = (await api.matches({})).value;
  const of = (id: number) => items.find((match) => match.id === id);
  expect(of(7001)).toMatchObject({ seeds: { team_1: '1', team_2: '2' }, duration: 125 });
  expect(of(7003)).toMatchObject({
    court: 'Campo Centrale',
    scheduleLabel: 'Not before 3:00 PM - Possible Court Change',
  });
  // One pair, known by name alone, stays on its own side; the other comes from qualifying.
  expect(of(7006)).toMatchObject({
    seeds: { team_1: 'Q', team_2: null },
    teams: { team_1: [], team_2: [{ called: 'Prat' }, { called: 'Di Sante' }] },
  });
  expect([of(7004), of(7005)].map((match) => match?.status)).toEqual(['bye', 'bye']);
  expect(of(7007)).toMatchObject({ status: 'retired', winner: 'team_2' });
  expect(of(7008)).toMatchObject({ status: 'walkover', score: null, winner: 'team_2' });
  expect(of(7010)?.withheld).toEqual(expect.arrayContaining(['score', 'winner', 'duration']));
  const rubbers = (await api.tournamentMatches(903)).value.items;
  expect(rubbers[0]?.tie).toMatchObject({
    id: 'men-group-0-7',
    teams: { team_1: 'AR', team_2: 'ES' },
    score: { team_1: 2, team_2: 0 },
    winner: 'team_1',
  });
  expect(rubbers.filter(isOver)).toHaveLength(2);
});

it('an ended frame with the last set open is a result that the record has to confirm', () => {
  const update = parseLive(shapeOf('match-live-ended'));
  if (update === null) throw new Error('the recorded frame is unreadable');
  const state = withPoints(stateOf(aMatch({ id: 7009, status: 'live' })), update, 90);
  const result = eventsOf(state).find((event) => matchEventKey(event) === resultKey(7009));
  expect(result).toMatchObject({ confirmed: false, winner: 'team_1' });
  expect(result?.kind === 'result' && result.score).toMatchObject([
    { team_1: 6, team_2: 3 },
    { team_1: 6, team_2: 3 },
  ]);
});
