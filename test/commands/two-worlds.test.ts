import { ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { stateOf } from '#src/domain/match/state.ts';
import type { Team } from '#src/domain/terms.ts';
import { Unclear, UserError } from '#src/errors.ts';
import { hide } from '#src/render/conceal.ts';
import type { MessageBody } from '#src/render/message.ts';
import { shared } from '#src/render/share.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import { insertMatch, saveTournament } from '#src/store/matches/matches.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aPair, aPlayer, aTournament } from '../padel-api/names.ts';
import { pageOnWire, says } from '../padel-api/service.ts';
import { controlsOf } from '../render/controls.ts';
import { aTournament as aKnownTournament } from '../render/held.ts';
import { aRequest, aStage, whileTyping, type Typed } from './stage.ts';

const NAMES = ['Ana Vega', 'Eva Lamas', 'Lea Soria', 'Mia Pinto', 'Ida Paz', 'Pia Moll'];
const player = (id: number) => ({ id, name: NAMES[id - 1] ?? '' });
const side = (...ids: number[]) =>
  ids.map((id) => ({ ...aMatch().teams.team_1[0], ...player(id) }));
/** The service's own day: its answers carry the real date. */
const TODAY = new Date().toISOString().slice(0, 10);
const NOW = Date.now();
const TEAMS = { team_1: [1, 2], team_2: [3, 4] };

interface World {
  /** Null while the quarterfinal is being played. */
  readonly winner: Team | null;
  readonly score: string;
  /** How the winner's next match stands. */
  readonly next: 'scheduled' | 'live';
}

/** A quarterfinal with this end, and the semifinal of its winner. */
const aWorld = async ({ winner, score, next }: World) => {
  const wire = (id: number, round: number, standing: string, ...pairs: number[][]) => ({
    ...{ id, round, status: standing, category: 'women', played_at: TODAY },
    ...{ tournament: { id: 9 }, index: 0, court: 'Center Court', round_name: '' },
    winner: id === 5 ? winner : null,
    score:
      standing === 'scheduled'
        ? null
        : (id === 6 ? '2-1' : score)
            .split(' ')
            .map((set) => ({ team_1: set.split('-')[0], team_2: set.split('-')[1] })),
    players: { team_1: pairs[0]?.map(player), team_2: pairs[1]?.map(player) },
  });
  const status = winner === null ? 'live' : 'finished';
  const through = winner === null ? [] : TEAMS[winner];
  const quarterfinal = wire(5, 4, status, [1, 2], [3, 4]);
  const semifinal = wire(6, 2, next, through, [5, 6]);
  const won = (ids: readonly number[]) => (ids === through ? 8 : 7);
  const person = (ids: readonly number[]) => ({ matches_played: 10, matches_won: won(ids) });
  const stage = await aStage(
    [
      ...NAMES.map((name, at) =>
        aPlayer(at + 1, name, {
          category: 'women',
          rating: { elo: 1_400 + 20 * at, since: 1, readAt: NOW },
        }),
      ),
      aPair([1, 2], 'Ana Vega / Eva Lamas'),
      { ...aTournament(9, 'Madrid P1', TODAY), endDate: TODAY },
    ],
    (response, { url = '' }) => {
      const path = url.replace('/api', '').split('?')[0] ?? '';
      const ofTeam1 = path.startsWith('/players/1') || path.startsWith('/pairs/1-2');
      const isTheirs = !ofTeam1 || winner === 'team_1';
      if (path.endsWith('/matches'))
        says(response, 200, pageOnWire([quarterfinal, ...(isTheirs ? [semifinal] : [])]));
      else if (path === '/players/1') says(response, 200, { ...player(1), category: 'women' });
      else if (path === '/pairs/1-2')
        says(response, 200, { id: '1-2', name: 'Ana Vega / Eva Lamas' });
      else if (path.endsWith('/stats')) says(response, 200, { id: 1, ...person(TEAMS.team_1) });
      else if (path.includes('simulate'))
        says(response, 200, { probability: { team_1: 61, team_2: 39 } });
      else says(response, 200, pageOnWire([quarterfinal]));
    },
  );
  const services = { ...stage.services, now: Date.now };
  await setUpChannel(
    services.db,
    { discordId: '500', guildId: 'guild', locale: 'en', configuredBy: 'moderator' },
    1,
  );
  await saveTournament(services.db, { ...aKnownTournament(), id: 9 });
  const usual = { tournamentId: 9, category: 'women' } as const;
  const over = aMatch({
    ...{ ...usual, id: 5, round: 4, playedOn: TODAY, status, winner },
    ...{ score: sets(score), teams: { team_1: side(1, 2), team_2: side(3, 4) } },
  });
  const ahead = aMatch({
    ...{ ...usual, id: 6, round: 2, playedOn: TODAY, status: next },
    ...{ score: next === 'live' ? sets('2-1') : null, winner: null },
    teams: { team_1: side(...through), team_2: side(5, 6) },
  });
  for (const match of [over, ahead]) {
    await insertMatch(services.db, { match, state: { ...stateOf(match), duration: 90 }, now: NOW });
  }
  return services;
};

const ASKED: readonly (readonly [command: string, typed: Typed, subcommand?: string])[] = [
  ['match', { match: '5' }],
  ['match', { match: 'vega' }],
  ['match', { match: 'nobody' }],
  ['match', { match: 'center court' }],
  ['player', { player: '1' }],
  ['pair', { pair: 'vega lamas' }],
  ['h2h', { player: '1', opponent: '3' }],
  ['h2h', { player: '1-2', opponent: '3-4' }],
  ['simulate', { player: '1-2', opponent: '3-4' }],
  ['live', {}],
  ['schedule', {}],
  ['schedule', { day: TODAY }],
  ['tournament', { tournament: '9' }],
  ['follow', { name: 'player:1' }],
  ['follow', { name: 'vega lamas' }],
  ['follow', { name: 'tournament:9' }],
  ['follow', { name: 'vega' }],
  ['follow', {}],
  ['ranking', { category: 'women', list: 'elo' }],
];

/** What is typed and not picked, in options that complete it. */
const TYPED: readonly (readonly [command: string, option: string, typed: string])[] = [
  ...['', 'vega', 'paz', '6-4', 'semifinal', 'court'].flatMap(
    (typed) =>
      [
        ['match', 'match', typed],
        ['follow', 'name', typed],
        ['alerts', 'match', typed],
      ] as const,
  ),
  ['schedule', 'tournament', 'mad'],
  ['player', 'player', 'vega'],
];

/** Controls that show what is hidden because somebody asks for it. */
const REVEALS = /^show$|^match:catch-up:\d+:(?!start)/;

/** Without what is under covers, which is for who asks for it; how much that takes up is told. */
const uncovered = (shown: string): string =>
  shown.replaceAll(/\|\|[^|]*\|\|/g, ({ length }) => `||${length}||`);

/** What a member who hides scores sees of answers, and of what their controls lead to. */
const seenIn = async (world: World): Promise<readonly string[]> => {
  const services = await aWorld(world);
  const seen: string[] = [];
  const repeated = new Set<string>();
  const see = async (asked: string, run: () => Promise<MessageBody>, depth = 0): Promise<void> => {
    const name = asked.split(/[ :]/)[0] ?? '';
    const command = commands.find(({ definition }) => definition.name === name);
    let body: MessageBody;
    try {
      body = await run();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const choices = error instanceof Unclear ? error.choices : [];
      seen.push(`${asked}: ${error.problem} ${JSON.stringify([error.values, choices])}`);
      return;
    }
    const shown = command?.isScoreless === true ? body : (hide(aRequest(), body, 'show') ?? body);
    if (body.share !== undefined) {
      const posted = shared(aRequest(), body, { userId: 'member', hidesScores: true });
      seen.push(`${asked}, shared: ${JSON.stringify(posted)}`);
      if (!repeated.has(body.share)) {
        repeated.add(body.share);
        const [of, ...values] = body.share.split(':');
        const sharing = commands.find(({ definition }) => definition.name === of);
        const again = await sharing?.component?.run(
          { ...aRequest(), values, chosen: [] },
          services,
        );
        expect([sharing?.visibility, again?.share]).toEqual(['public', body.share]);
      }
    }
    const { files = [], open: _open, ...message } = shown;
    const sizes = files.map(({ name, description, data }) => [name, description, data.length]);
    seen.push(uncovered(`${asked}: ${JSON.stringify(message)} ${JSON.stringify(sizes)}`));
    if (depth === 2) return;
    for (const control of controlsOf(shown)) {
      if (!('custom_id' in control) || REVEALS.test(control.custom_id)) continue;
      const [of = '', ...values] = control.custom_id.split(':');
      const handler = commands.find(({ definition }) => definition.name === of);
      const options =
        control.type === ComponentType.StringSelect
          ? control.options.map(({ value }) => [value])
          : [[]];
      for (const chosen of options) {
        const request = { ...aRequest({}, { hidesScores: true }), values, chosen };
        const pressed = `${control.custom_id} ${chosen.join('')}`;
        await see(
          pressed,
          async () => (await handler?.component?.run(request, services)) ?? {},
          depth + 1,
        );
      }
    }
  };
  for (const [name, typed] of ASKED) {
    const command = commands.find(({ definition }) => definition.name === name);
    const request = aRequest(typed, { hidesScores: true });
    await see(`${name} ${JSON.stringify(typed)}`, async () =>
      command === undefined ? {} : await command.run(request, services),
    );
  }
  for (const [name, option, typed] of TYPED) {
    const command = commands.find(({ definition }) => definition.name === name);
    const typing = { ...whileTyping(option, { [option]: typed }), hidesScores: true };
    const choices = await command?.autocomplete?.(typing, services);
    seen.push(`${name} ${option}:${typed} offers ${JSON.stringify(choices)}`);
  }
  return seen;
};

const ENDS: readonly Omit<World, 'next'>[] = [
  { winner: 'team_1', score: '6-4 6-3' },
  { winner: 'team_2', score: '4-6 3-6' },
  { winner: 'team_1', score: '6-4 3-6 7-6(5)' },
  { winner: 'team_2', score: '6-4 3-6 6-7(10)' },
];

describe('a member who hides scores', () => {
  it.each(['scheduled', 'live'] as const)(
    'sees the same after every end of a match, with the next one %s',
    async (next) => {
      const [first, ...others] = await Promise.all(ENDS.map((end) => seenIn({ ...end, next })));
      expect(first?.length).toBeGreaterThan(ASKED.length);
      for (const other of others) expect(other).toEqual(first);
    },
  );

  it('sees the same whether a match is over or not, with the next one scheduled', async () => {
    const ends = [...ENDS, { winner: null, score: '6-4 2-1' }, { winner: null, score: '1-0' }];
    const [first, ...others] = await Promise.all(
      ends.map((end) => seenIn({ ...end, next: 'scheduled' })),
    );
    expect(first?.find((line) => line.startsWith('live {}'))).toContain('Vega / Lamas');
    const catchUp = /"custom_id":"match:catch-up:5:start"/;
    expect(first?.find((line) => line.startsWith('match {"match":"5"}:'))).toMatch(catchUp);
    const offered = first?.find((line) => line.startsWith('match match:vega'));
    expect(offered).toContain('Vega / Lamas – Soria / Pinto');
    for (const other of others) expect(other).toEqual(first);
  });
});
