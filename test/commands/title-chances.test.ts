import { describe, expect, it } from 'vitest';
import { player as playerCommand } from '#commands/player.ts';
import { tournament } from '#commands/tournament.ts';
import { saveTournament } from '#src/store/matches/matches.ts';
import { hide } from '#src/render/conceal.ts';
import { readerIn } from '#src/i18n/i18n.ts';
import { aPlayer, aTournament } from '../padel-api/names.ts';
import { pageOnWire, says } from '../padel-api/service.ts';
import { aTournament as aStoredTournament } from '../render/held.ts';
import { aMatch } from '../domain/feed.ts';
import { aRequest, aStage, pressOn, READ_AT, storeMatches } from './stage.ts';

const player = (id: number, name: string, elo: number | null) =>
  aPlayer(id, name, {
    category: 'women',
    country: 'ES',
    ...(elo !== null && { rating: { elo, since: 0, readAt: READ_AT } }),
  });

/** The last pair has the same rating as the first; the second is 200 points lower. */
const namesWith = (lastElo: number | null) => [
  aTournament(7, 'Madrid P1', '2026-06-01'),
  player(1, 'Ana Vega', 1_500),
  player(2, 'Eva Lamas', 1_500),
  player(3, 'Lea Soria', 1_300),
  player(4, 'Mia Pinto', 1_300),
  player(5, 'Noa Real', lastElo),
  player(6, 'Ida Cruz', lastElo),
];

const side = (first: number, ...names: string[]) =>
  names.map((name, index) => ({ id: first + index, name }));

const match = (round: number, index: number, players: object, more: object = {}) => ({
  id: round * 10 + index,
  category: 'women',
  round,
  round_name: 'a round',
  index,
  played_at: '2026-06-05',
  court: 'Center Court',
  status: 'scheduled',
  score: null,
  winner: null,
  players,
  ...more,
});

const PAIRS = {
  vega: side(1, 'Ana Vega', 'Eva Lamas'),
  soria: side(3, 'Lea Soria', 'Mia Pinto'),
  real: side(5, 'Noa Real', 'Ida Cruz'),
};

const DRAW = [
  match(2, 0, { team_1: PAIRS.vega, team_2: PAIRS.soria }),
  match(2, 1, { team_1: PAIRS.real, team_2: [] }, { status: 'bye' }),
  match(1, 0, { team_1: [], team_2: [] }),
];

const pressed = async (
  kind: 'card' | 'draw' | 'chances',
  {
    lastElo = 1_500,
    matches = DRAW,
  }: { lastElo?: number | null; matches?: readonly object[] } = {},
) => {
  const { services, service } = await stageWith(lastElo, matches);
  const body = await pressOn(tournament, services, [kind, '7', 'women']);
  return { body, text: body.embeds?.[0]?.description ?? '', service };
};

const stageWith = (lastElo: number | null, matches: readonly object[]) =>
  aStage(namesWith(lastElo), (response, { url = '' }) => {
    const [path] = url.split('?');
    if (path === '/api/tournaments/7/matches') says(response, 200, pageOnWire(matches));
    else if (path === '/api/tournaments/7')
      says(response, 200, {
        ...{ id: 7, name: 'Madrid P1', location: 'Madrid', country: 'ES', level: 'p1' },
        ...{ status: 'live', start_date: '2026-06-01', end_date: '2026-06-07' },
      });
    else if (path === '/api/players/1') says(response, 200, { id: 1, name: 'Ana Vega' });
    else says(response, 404, {}, {});
  });

describe('who can win a tournament', () => {
  it('is told from the ratings, the likeliest champions first, without a request for them', async () => {
    const { body, text, service } = await pressed('chances');
    // 10 of 11 in the semifinal; the final is level, or ten to one.
    expect(text.split('\n').slice(0, 3)).toEqual([
      '1. **54%** Real / Cruz · Final 100%',
      '2. **45%** Vega / Lamas · Final 91%',
      '3. **1%** Soria / Pinto · Final 9%',
    ]);
    expect(body.files?.[0]?.description).toMatch(/^Real \/ Cruz: 54% to win the title\. /);
    expect(service.received.map(({ path }) => path)).not.toContainEqual(
      expect.stringMatching(/simulate|players/),
    );
  });

  it.each(['draw', 'card'] as const)('is offered on the %s', async (kind) => {
    const { body } = await pressed(kind);
    expect(JSON.stringify(body.components)).toContain('tournament:chances:7:women');
  });

  it('is told of each open match of the draw', async () => {
    const { text } = await pressed('draw');
    expect(text).toContain('Vega / Lamas – Soria / Pinto · 91% – 9% · Jun 5');
    expect((await pressed('draw', { lastElo: null })).text).not.toContain('%');
  });

  it('is the road of a player, by the stored draw', async () => {
    const { services } = await stageWith(1_500, DRAW);
    await saveTournament(services.db, aStoredTournament('Madrid P1'));
    const stored = { tournamentId: 7, playedOn: null, category: 'women' } as const;
    await storeMatches(
      services,
      aMatch({
        ...{ ...stored, id: 20, round: 2, slot: 0 },
        teams: { team_1: PAIRS.vega, team_2: PAIRS.soria },
      }),
      aMatch({
        ...{ ...stored, id: 21, round: 2, slot: 1, status: 'bye' },
        teams: { team_1: PAIRS.real, team_2: [] },
      }),
    );
    const card = await playerCommand.run(aRequest({ player: 'vega' }), services);
    const road = card.embeds?.[0]?.fields?.find(({ name }) => name === 'Road to the title');
    expect(road?.value.split('\n')).toEqual([
      '**Semifinal** · Soria / Pinto · 91% to win · 600 points',
      '**Final** · Real / Cruz · 50% to win · 1,000 points',
    ]);
  });

  it('of a team event are those of one category', async () => {
    const rubber = (id: number, category: string, players: object, teams: readonly string[]) => ({
      ...match(1, 0, players),
      ...{ id, category, tie: { id: category, team_1: teams[0], team_2: teams[1], rubber: 1 } },
    });
    const women = rubber(1, 'women', { team_1: PAIRS.vega, team_2: PAIRS.soria }, [
      'Spain',
      'Italy',
    ]);
    const men = rubber(2, 'men', { team_1: PAIRS.soria, team_2: PAIRS.vega }, ['Spain', 'Italy']);
    const { text } = await pressed('chances', { matches: [women, men] });
    // Two of three rubbers, each won in 10 of 11.
    expect(text.split('\n')[0]).toBe('1. **98%** Spain');
  });

  it('has words where a rating is missing', async () => {
    const { body, text } = await pressed('chances', { lastElo: null });
    expect(text).toContain('Not every rating in this draw is known yet.');
    expect(body.files).toBeUndefined();
  });

  it('is covered for who hides scores', async () => {
    const { body } = await pressed('chances');
    const hidden = hide(readerIn('en-US'), body, 'shown');
    expect(JSON.stringify(hidden?.embeds)).not.toMatch(/Real|Vega|\d%/);
  });
});
