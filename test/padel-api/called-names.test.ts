import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { resolveName } from '#src/padel-api/names/naming.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { playerWire } from '#src/padel-api/wire/people.ts';
import { matchWithCalledNames } from '#src/padel-api/names/display-names.ts';
import { playerEntry } from '#src/domain/people/directory.ts';
import { plainMatchName } from '#src/render/lines/names.ts';
import { aStore } from '../store/migrated.ts';
import { loadDirectory, removeFromDirectory, saveDirectory } from '#src/store/matches/directory.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { moveFollows } from '#src/store/merges/move-follows.ts';
import { findMatch, insertMatch } from '#src/store/matches/matches.ts';
import { aMatchOnWire, aPlayerOnWire } from './bodies.ts';
import { aPlayer } from './names.ts';

const FULL = [
  [11, 'Gemma Triay Pons'],
  [12, 'Delfina Brea Senesi'],
  [13, 'Andrea Ustero Prieto'],
  [14, 'Ariana Sánchez Fallada'],
] as const;

type Fields = Readonly<Record<string, unknown>>;

const aFinal = (fields: Fields = {}, ofPlayer: (id: number) => Fields = () => ({})) => {
  const [one, two, three, four] = FULL.map(([id, name]) => ({ id, name, ...ofPlayer(id) }));
  const players = { team_1: [one, two], team_2: [three, four] };
  return matchWire.parse(aMatchOnWire({ players, ...fields }));
};

const NAMED = 'Triay/Brea - Ustero/Sanchez';
const RIGHT = 'Triay / Brea – Ustero / Sánchez';

describe('a match as the service sends it', () => {
  it.each<readonly [what: string, name: unknown]>([
    ['the name of the match', NAMED],
    ['the surname rule when its name is masked', 'hidden_free_plan'],
    ['the surname rule when its name is null', null],
    ['the surname rule when its name is of another type', ['Prieto']],
    ['the surname rule when its name is too long', `${NAMED} ${'x'.repeat(100)}`],
    ['the surname rule when its name has the full names', FULL.map(([, name]) => name).join(' / ')],
  ])('names its players by %s', (_what, name) => {
    expect(plainMatchName(aFinal({ name }))).toBe(RIGHT);
  });

  it.each<readonly [what: string, short: unknown, called: string]>([
    ['a nickname', 'Ari', 'Ari'],
    ['one with an initial, which is left out', 'A. Sánchez', 'Sánchez'],
    ['but not a masked one', 'hidden_free_plan', 'Fallada'],
    ['but not one of another type', 7, 'Fallada'],
    ['but not one that is too long', 'x'.repeat(101), 'Fallada'],
  ])('prefers a player’s own short name: %s', (_what, short_name, called) => {
    const name = 'Triay/Brea - Ustero/Fallada';
    const match = aFinal({ name }, (id) => (id === 14 ? { short_name } : {}));
    expect(plainMatchName(match)).toBe(`Triay / Brea – Ustero / ${called}`);
  });

  it('is parsed even with 40,000 players and overlong names, of which ten a side are kept', () => {
    const crowd = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'Ana '.repeat(50) }));
    const match = aFinal({ name: NAMED, players: { team_1: crowd, team_2: crowd } });
    expect(match.teams.team_1).toHaveLength(10);
  });
});

/** Names in a store; `open` loads them, as a restart does. */
const storedNames = async () => {
  const store = await aStore();
  onTestFinished(store.close);
  const { db } = store;
  let writes = 0;
  const open = async () =>
    createNames(createDirectory(await loadDirectory(db)), {
      save: async (entries, renamed) => {
        writes += 1;
        await saveDirectory(db, entries, renamed);
      },
      remove: (keys) => removeFromDirectory(db, keys),
    });
  return { db, open, writes: () => writes };
};

const knownPlayers = FULL.map(([id, name]) => aPlayer(id, name, { category: 'women' }));

describe('display names from matches', () => {
  it('apply to matches that lack them, also after a restart', async () => {
    const { open } = await storedNames();
    const names = await open();
    await names.save([aPlayer(15, 'Sofia Melo Araújo', { country: 'PT' })]);
    await names.save([aPlayer(16, 'Alejandra Alonso de Villa Moreno')]);
    const match = aFinal({
      name: 'Alonso de Villa/Brea - Ustero/Sanchez',
      players: {
        team_1: [
          { id: 16, name: 'Alejandra Alonso de Villa Moreno' },
          { id: 12, name: 'Delfina Brea Senesi' },
        ],
        team_2: [{ id: 15, name: 'Sofia Melo Araújo' }],
      },
    });
    await names.saveFromMatches([match]);
    const { directory } = await open();
    expect(directory.get('player', 16)?.called).toBe('Alonso de Villa');
    const nameless = {
      ...match,
      teams: {
        team_1: [{ id: 16, name: 'Alejandra Alonso de Villa Moreno' }],
        team_2: match.teams.team_2,
      },
    };
    const said = matchWithCalledNames(directory)(nameless);
    expect(plainMatchName(said)).toBe('Alonso de Villa – Araújo');
  });

  it('win over players who only share the surname', async () => {
    const { open } = await storedNames();
    const names = await open();
    await names.save([
      ...knownPlayers,
      aPlayer(20, 'Lucía Vega Sánchez'),
      aPlayer(21, 'Eva Triay Sánchez'),
    ]);
    await names.saveFromMatches([aFinal({ name: NAMED })]);
    const { directory } = await open();
    expect(resolveName(directory, 'player', 'sanchez').id).toBe(14);
    expect(directory.search('pair', 'ustero sanchez', 5).entries).toHaveLength(1);
    expect(directory.find('pair', 'Sánchez / Ustero')).toHaveLength(1);
  });

  it('are kept for players who are not known yet', async () => {
    const { open } = await storedNames();
    const names = await open();
    await names.saveFromMatches([aFinal({ name: NAMED })]);
    await names.save(knownPlayers);
    expect((await open()).directory.get('player', 14)?.called).toBe('Sánchez');
  });

  it('are written once and taken from the latest match, in any order of arrival', async () => {
    const { open, writes } = await storedNames();
    const names = await open();
    await names.save(knownPlayers);
    const old = aFinal({ id: 1, name: 'Pons/Brea - Ustero/Fallada', played_at: '2025-06-07' });
    const late = aFinal({ id: 2, name: NAMED });
    await names.saveFromMatches([late, old]);
    const before = writes();
    for (let again = 0; again < 3; again += 1) await names.saveFromMatches([old, late]);
    expect([writes(), names.directory.get('player', 14)?.called]).toEqual([before, 'Sánchez']);
  });

  it('are learnt again when saving them failed', async () => {
    let isFull = true;
    const names = createNames(createDirectory(knownPlayers), {
      save: () => (isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve()),
      remove: () => Promise.resolve(),
    });
    await expect(names.saveFromMatches([aFinal({ name: NAMED })])).rejects.toThrow(
      'the disk is full',
    );
    isFull = false;
    await names.saveFromMatches([aFinal({ name: NAMED })]);
    expect(names.directory.get('player', 14)?.called).toBe('Sánchez');
  });

  it('yield to a short name, and stay when the player record has none', async () => {
    const { open } = await storedNames();
    const names = await open();
    await names.save(knownPlayers);
    await names.saveFromMatches([aFinal({ name: NAMED })]);
    const record = (more: Fields) =>
      playerEntry(
        playerWire.parse(aPlayerOnWire(14, { name: 'Ariana Sánchez Fallada', ...more })),
        0,
      );
    await names.save([record({})]);
    expect(names.directory.get('player', 14)?.called).toBe('Sánchez');
    await names.save([record({ short_name: 'Ari' })]);
    await names.saveFromMatches([aFinal({ name: NAMED, played_at: '2026-07-07' })]);
    const { directory } = await open();
    expect(directory.get('player', 14)?.called).toBe('Ari');
    expect(resolveName(directory, 'player', 'ari').id).toBe(14);
    expect(plainMatchName(matchWithCalledNames(directory)(aFinal({ name: NAMED })))).toBe(
      'Triay / Brea – Ustero / Ari',
    );
  });

  it('are those of stored matches once they are learnt, which thereby have a new revision', async () => {
    const { db, open } = await storedNames();
    const names = await open();
    const name = 'Pons/Brea - Ustero/Sanchez';
    const match = aFinal({ name, status: 'scheduled', score: null, winner: null });
    await insertMatch(db, { match, state: stateOf(match), now: 1 });
    const stored = async () => {
      const held = await findMatch(db, match.id);
      return held === undefined ? null : [plainMatchName(held.match), held.rev];
    };
    await names.save([aPlayer(11, 'Gemma Triay Pons', { shortName: 'Triay' })]);
    expect(await stored()).toEqual([RIGHT, 2]);
    await names.save([aPlayer(11, 'Gemma Triay Pons', { shortName: 'Triay', ranking: 3 })]);
    expect(await stored()).toEqual([RIGHT, 2]);
    await names.save([aPlayer(21, 'Gemma Triay', { shortName: 'Gemma' })]);
    await db.transaction().execute((tx) => moveFollows(tx, { kind: 'player', from: 11, to: 21 }));
    await names.merge({ kind: 'player', from: 11, to: 21 });
    expect((await stored())?.[0]).toBe('Gemma / Brea – Ustero / Sánchez');
  });
});
