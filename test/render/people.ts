import type { Player } from '#src/domain/people/people.ts';

/** A player as the service describes them. */
export const aPlayer = (overrides: Partial<Player> = {}): Player => ({
  id: 1,
  name: 'Ana Vega',
  category: 'women',
  photoUrl: 'https://example.org/vega.png',
  ranking: 12,
  points: 21_400,
  height: 172,
  nationality: 'ES',
  birthplace: 'Madrid',
  birthdate: '2001-02-03',
  age: 25,
  hand: 'right',
  side: 'backhand',
  withheld: [],
  ...overrides,
});
