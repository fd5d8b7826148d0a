import { describe, expect, it } from 'vitest';
import { closestMatch, favouriteInDanger } from '#src/domain/tournament/morning.ts';
import { aHeld } from '../render/held.ts';

/** An upcoming match with the first team's chance, and the seeds of both. */
const upcoming = (
  id: number,
  chance: number | null,
  team_1: string | null = null,
  team_2: string | null = null,
  status = 'scheduled',
) =>
  aHeld(
    { id, status, seeds: { team_1, team_2 } },
    { chances: chance === null ? null : { team_1: chance, team_2: 1 - chance } },
  );

const DAY = [
  upcoming(1, 0.9, '1', '8'),
  upcoming(2, 0.56, '3', null),
  upcoming(3, 0.47, null, '4'),
  upcoming(4, 0.62, '2', 'Q'),
];

describe('the closest match of a day', () => {
  it('is the one nearest to level', () => {
    expect(closestMatch(DAY)?.held.match.id).toBe(3);
  });

  it.each([
    ['where none is close', [upcoming(1, 0.9), upcoming(2, 0.8), upcoming(3, 0.35)]],
    ['among two', DAY.slice(1, 3)],
    ['without chances', DAY.map(({ match }) => upcoming(match.id, null))],
    ['once they have begun', DAY.map(({ match }) => upcoming(match.id, 0.5, '1', null, 'live'))],
  ])('is not told %s', (_when, matches) => {
    expect(closestMatch(matches)).toBeNull();
  });
});

describe('the favourite in danger', () => {
  it('is the better seed with the lowest chance, in another match than the closest', () => {
    const favourite = favouriteInDanger(DAY, DAY[2] ?? null);
    expect(favourite).toMatchObject({ held: { match: { id: 2 } }, team: 'team_1' });
    expect(favouriteInDanger(DAY, null)).toMatchObject({
      held: { match: { id: 3 } },
      team: 'team_2',
    });
  });

  it('is nobody where all favourites are likely to win, and where nobody is seeded', () => {
    expect(
      favouriteInDanger(
        [0.9, 0.8, 0.7].map((c, id) => upcoming(id, c, '1', '2')),
        null,
      ),
    ).toBeNull();
    expect(
      favouriteInDanger(
        [0.5, 0.6, 0.4].map((c, id) => upcoming(id, c)),
        null,
      ),
    ).toBeNull();
  });
});
