import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { tournament } from '#commands/tournament.ts';
import { aTournament } from '../padel-api/names.ts';
import { pageOnWire, says } from '../padel-api/service.ts';
import { refusals } from '../render/held.ts';
import { aRequest, aStage, pressOn } from './stage.ts';

const CUP = {
  id: 7,
  name: 'World Cup',
  location: 'Doha',
  country: 'QA',
  level: 'finals',
  status: 'live',
  format: 'teams',
  start_date: '2026-06-01',
  end_date: '2026-06-07',
};

const NAMES = [{ ...aTournament(7, 'World Cup', '2026-06-01'), endDate: '2026-06-07' }];

const side = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }));

/** The rubbers of a tie: who won each of them, `-` for one that was not played. */
const tieOnWire = (
  id: number,
  teams: readonly [string, string],
  course: string,
  more: { readonly round: number; readonly index: number; readonly group?: string; draw?: string },
) =>
  Array.from(course, (won, index) => ({
    id: id * 10 + index,
    category: 'women',
    round_name: 'a round',
    played_at: '2026-06-05',
    court: null,
    status: won === '-' ? 'not_played' : won === '.' ? 'scheduled' : 'finished',
    score: won === '1' || won === '2' ? [{ team_1: '6', team_2: '4' }] : null,
    winner: won === '1' || won === '2' ? `team_${won}` : null,
    players: { team_1: side('Ana Vega', 'Eva Lamas'), team_2: side('Lea Soria', 'Mia Pinto') },
    draw: 'main',
    ...more,
    tie: { group: more.group ?? null, team_1: teams[0], team_2: teams[1], rubber: index + 1 },
  }));

const GROUPS = [
  ...tieOnWire(1, ['AR', 'IT'], '11-', { draw: 'group', round: 0, index: 0, group: 'A' }),
  ...tieOnWire(2, ['ES', 'FR'], '121', { draw: 'group', round: 0, index: 0, group: 'B' }),
];

const MATCHES = [
  ...GROUPS,
  ...tieOnWire(3, ['AR', 'FR'], '11-', { round: 2, index: 0 }),
  ...tieOnWire(4, ['ES', 'Les Volants'], '221', { round: 2, index: 1 }),
  // Argentina loses the last rubber, and is champion.
  ...tieOnWire(5, ['AR', 'Les Volants'], '112', { round: 1, index: 0 }),
  ...tieOnWire(6, ['ES', 'FR'], '22-', { draw: 'placement', round: 1, index: 0 }),
];

const P1 = { ...CUP, id: 8, name: 'Madrid P1', level: 'p1', format: 'pairs' };
const OTHERS = tieOnWire(9, ['AR', 'IT'], '1', { round: 1, index: 0 }).map(
  ({ tie: _tie, ...pairs }) => pairs,
);

const shown = async (matches: readonly object[], values: readonly string[] | null = null) => {
  const bodies: Readonly<Record<string, unknown>> = {
    '/api/tournaments': pageOnWire([CUP]),
    '/api/tournaments/7/matches': pageOnWire(matches),
  };
  const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?')[0] ?? '';
  const stage = await aStage(NAMES, (response, request) => {
    says(response, 200, bodies[pathOf(request)] ?? {});
  });
  const { services, service } = stage;
  const body = await (values === null
    ? tournament.run(aRequest({ tournament: 'world' }), services)
    : pressOn(tournament, services, values));
  const [embed] = body.embeds ?? [];
  expect(refusals({ ...body, files: [] }).filter((each) => !each.includes('files'))).toEqual([]);
  const fields = (embed?.fields ?? []).map(({ name, value }) => `${name}: ${value}`);
  const lines = (embed?.description ?? '').split('\n').slice(0, -1);
  return { fields, lines, body, service };
};

describe('a team event', () => {
  it('has the winner of the final tie as champion, and counts the played matches', async () => {
    const { fields, service } = await shown(MATCHES);
    expect(fields).toContain('Women: Title: **Argentina**');
    expect(fields).toContain('Matches: Played: 15 · Scheduled so far: 0');
    // The matches reveal that teams play; then the matches of every phase are requested.
    const requests = service.received.filter(({ path }) => path.includes('/matches'));
    expect(requests.at(-1)?.path).toContain('draw=all');
  });

  it('on the Free plan has its main draw, and every other tournament is whole', async () => {
    const stage = await aStage(
      [...NAMES, aTournament(8, 'Madrid P1', '2026-06-01')],
      (response, { url = '' }) => {
        const [path, query = ''] = url.split('?');
        const list = path === '/api/tournaments/7/matches' ? MATCHES : OTHERS;
        if (query.includes('draw=')) says(response, 402, { message: 'Subscription required.' });
        else if (path === '/api/tournaments') says(response, 200, pageOnWire([CUP, P1]));
        else says(response, 200, pageOnWire(list.filter(({ draw }) => draw === 'main')));
      },
    );
    const page = async (...values: readonly string[]) => {
      return JSON.stringify(await pressOn(tournament, stage.services, values));
    };
    const cup = JSON.stringify(
      await tournament.run(aRequest({ tournament: 'world' }), stage.services),
    );
    expect(cup).toContain('Title: **Argentina**');
    expect(await page('draw', '7', 'women')).toContain('**Argentina** 2–1 Les Volants');
    expect(await page('draw', '7', 'women')).not.toContain('Group A');
    expect(await page('draw', '8', 'women')).toContain('Vega / Lamas');
    expect(stage.services.api.state()).toMatchObject({ failure: null, lacksLive: false });
  });

  it('is in its group stage while it has no other matches', async () => {
    expect((await shown(GROUPS)).fields).toContain('Women: Group stage: completed');
  });

  it('has ties in its draw, with three matches in one slot', async () => {
    const { lines, body } = await shown(MATCHES, ['draw', '7', 'women']);
    expect(lines).toEqual([
      '**Semifinal**',
      '**Argentina** 2–0 France',
      'Spain 1–2 **Les Volants**',
      '**Final**',
      '**Argentina** 2–1 Les Volants',
    ]);
    expect(body.files?.[0]?.description).toContain('✓ Argentina 2–1 Les Volants');
  });

  it('shows the teams of a tie that does not exist yet', async () => {
    const { lines } = await shown(MATCHES.slice(6, 12), ['draw', '7', 'women']);
    expect(lines.at(-1)).toBe('Argentina – Les Volants');
  });

  it('has the tables of its groups on the last page of the draw', async () => {
    const { lines } = await shown(MATCHES, ['draw', '7', 'women', '2']);
    expect(lines).toEqual([
      '**Group A**',
      '1. Argentina · ties won: 1 of 1 · rubbers: 2-0',
      '2. Italy · ties won: 0 of 1 · rubbers: 0-2',
      '**Group B**',
      '1. Spain · ties won: 1 of 1 · rubbers: 2-1',
      '2. France · ties won: 0 of 1 · rubbers: 1-2',
    ]);
  });

  it.each([
    ['1', 3, '**Argentina** 2–1 Les Volants'],
    ['placement', 3, 'Spain 0–2 **France**'],
    ['group', 6, 'Group A · **Argentina** 2–0 Italy'],
  ])('lists the ties of %s with their matches', async (round, count, first) => {
    const { lines } = await shown(MATCHES, ['matches', '7', 'women', round]);
    expect(lines[0]).toBe(first);
    expect(lines.filter((line) => line.startsWith('-# '))).toHaveLength(count);
    if (round !== '1') expect(lines).toContainEqual(expect.stringContaining('Not played'));
  });
});
