import { expect, it } from 'vitest';
import { liveWire } from '#src/padel-api/wire/live.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { playerWire } from '#src/padel-api/wire/people.ts';
import { tournamentWire } from '#src/padel-api/wire/tournaments.ts';
import { aLiveOnWire, aMatchOnWire, aPlayerOnWire } from './bodies.ts';

/** Fields of the public service beyond the specification: used where present, never required. */

const TODAY = {
  scheduled_at: '2026-06-07T12:30:00+02:00',
  scheduled_at_local: '2026-06-07T07:30:00-03:00',
  seeds: { team_1: 3, team_2: null },
  draw: 'group',
  watchability: 71,
  tie: { id: 9, group: 'A', team_1: 'AR', team_2: 'IT', rubber: 2, score: null, winner: null },
} as const;

const today = matchWire.parse(aMatchOnWire(TODAY));
const KEYS = ['scheduledAt', 'venueOffset', 'seeds', 'draw', 'watchability', 'tie'] as const;

it('a field beyond the specification is read where present', () => {
  expect(today).toMatchObject({
    scheduledAt: Date.UTC(2026, 5, 7, 10, 30),
    venueOffset: -180,
    seeds: { team_1: '3', team_2: null },
    draw: 'group',
    watchability: 71,
    tie: { id: '9', group: 'A', teams: { team_1: 'AR', team_2: 'IT' }, rubber: 2 },
  });
  expect(playerWire.parse(aPlayerOnWire(1, { elo: '1412.5' })).elo).toBe(1_412.5);
  expect(tournamentWire.parse({ id: 1, format: 'teams' }).format).toBe('teams');
});

it.each([
  ['missing', {}],
  ['null', Object.fromEntries(Object.keys(TODAY).map((name) => [name, null]))],
  ['masked', Object.fromEntries(Object.keys(TODAY).map((name) => [name, 'hidden_free_plan']))],
  ['of another shape', Object.fromEntries(Object.keys(TODAY).map((name) => [name, [{ a: -1 }]]))],
])('a field beyond the specification is left out when %s', (_case, fields) => {
  const match = matchWire.parse(aMatchOnWire(fields));
  for (const key of KEYS) expect(match).not.toHaveProperty(key);
  expect(playerWire.parse(aPlayerOnWire(1, { elo: null }))).not.toHaveProperty('elo');
});

it('a live game says who serves, where that is known', () => {
  const game = (serving: unknown) => {
    const games = [{ game_number: 1, game_score: '0 - 0', points: [], serving }];
    return liveWire.parse(aLiveOnWire({ sets: [{ set_number: 1, set_score: null, games }] }))
      .sets[0]?.games[0];
  };
  expect(game('team_2')?.serving).toBe('team_2');
  expect(game(null)).not.toHaveProperty('serving');
  expect(game('team_3')).not.toHaveProperty('serving');
});

it.each([
  ['Q', 'Q'],
  ['WC', 'WC'],
  ['LL', 'LL'],
  ['LLI', 'LLI'],
  ['12', '12'],
  [' 4 ', '4'],
  ['0', null],
  ['seeded first', null],
  ['Q'.repeat(10_000), null],
  [{ place: 1 }, null],
])('a seed or a code of the draw is kept as it is: %j', (code, kept) => {
  const { seeds } = matchWire.parse(aMatchOnWire({ seeds: { team_1: '1', team_2: code } }));
  expect(seeds).toEqual({ team_1: '1', team_2: kept });
});

it.each([
  ['Argentina', 'AR'],
  ['United States', 'US'],
  ['Great Britain', 'GB'],
  ['es', 'ES'],
  ['ZZ', null],
  [null, null],
  [undefined, null],
  ['Club Padel Sur', 'Club Padel Sur'],
  ['x'.repeat(10_000), null],
])('a team of a tie is a nation by its English name, or open: %j', (name, team) => {
  const tie = { ...TODAY.tie, id: 'men-group-0-7', team_2: name };
  const read = matchWire.parse(aMatchOnWire({ tie })).tie;
  expect(read).toMatchObject({ id: 'men-group-0-7', teams: { team_1: 'AR', team_2: team } });
});
