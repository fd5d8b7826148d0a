import { describe, expect, it } from 'vitest';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { aPair, aPlayer } from './names.ts';

const directory = createDirectory([
  aPlayer(1, 'Carlos Quiroga', { ranking: 8 }),
  aPlayer(2, 'Fahad Al-Dosari'),
  aPlayer(3, 'Tom De Backer'),
  aPlayer(4, 'Javier Valdés Giménez'),
  aPlayer(5, 'Iñigo Llorente'),
  aPlayer(6, 'Eva Cerda'),
  aPlayer(7, 'Ana Plaza'),
  aPlayer(8, 'Yusuf Alhamad'),
  aPlayer(9, 'Kiko Ruiz'),
  aPair([6, 7], 'Eva Cerda / Ana Plaza'),
]);

const found = (kind: 'player' | 'pair', typed: string) =>
  directory.search(kind, typed, 25).entries.map(({ name }) => name);

describe('a name that is typed as it sounds', () => {
  it.each([
    ['kiroga', 'Carlos Quiroga'],
    ['kirog', 'Carlos Quiroga'],
    ['qiroga', 'Carlos Quiroga'],
    ['aldosari', 'Fahad Al-Dosari'],
    ['al dosari', 'Fahad Al-Dosari'],
    ['fahad aldosari', 'Fahad Al-Dosari'],
    ['debacker', 'Tom De Backer'],
    ['de backer', 'Tom De Backer'],
    ['al hamad', 'Yusuf Alhamad'],
    ['baldes', 'Javier Valdés Giménez'],
    ['jimenez', 'Javier Valdés Giménez'],
    ['xavier', 'Javier Valdés Giménez'],
    ['inigo yorente', 'Iñigo Llorente'],
  ])('%s finds %s', (typed, name) => {
    expect(found('player', typed)).toEqual([name]);
  });

  it.each([
    'cerda y plaza',
    'cerda/plaza',
    'cerda & plaza',
    'cerda plaza',
    'plaza e cerda',
    'cerda y',
    'serda plasa',
  ])('%s finds the pair', (typed) => {
    expect(found('pair', typed)).toEqual(['Eva Cerda / Ana Plaza']);
  });

  it('ranks below what is typed right, and is a guess', () => {
    expect(found('player', 'ki')).toEqual(['Kiko Ruiz']);
    expect(directory.search('player', 'kiroga', 25).guessed).toBe(true);
    expect(directory.search('player', 'aldosari', 25).guessed).toBe(false);
  });
});
