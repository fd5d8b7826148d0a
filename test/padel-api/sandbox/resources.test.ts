import { describe, expect, it } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotFound, RequestRefused, TokenRefused } from '#src/padel-api/errors.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { useSandbox } from './scene.ts';

describe.each(PROFILES)('in the profile %s', (profile) => {
  const { scene, anApi } = useSandbox(profile);

  describe('a pair', () => {
    it('is the same in either order of its players', async () => {
      const [one, two] = scene().pair;
      const [straight, turned] = [await anApi().pair([one, two]), await anApi().pair([two, one])];
      expect(turned.value).toEqual(straight.value);
    });

    it('of two players who never played together is not found', async () => {
      await expect(anApi().pair([1, 400])).rejects.toBeInstanceOf(NotFound);
      await expect(anApi().pairStats([1, 400])).rejects.toBeInstanceOf(NotFound);
    });
  });

  describe('a refused request', () => {
    it.each<[string, (api: PadelApi) => Promise<unknown>, typeof NotFound | typeof RequestRefused]>(
      [
        ['for a match that does not exist', (api) => api.match(999_999_999), NotFound],
        ['for a player who does not exist', (api) => api.player(999_999), NotFound],
        [
          'with three players in a team',
          (api) => api.simulate({ team_1: [1, 2, 3], team_2: [4] }),
          RequestRefused,
        ],
        [
          'with the name of a country instead of its code',
          (api) => api.tournaments({ country: 'Spain' }),
          RequestRefused,
        ],
        ['with a date in words', (api) => api.matches({ afterDate: 'soon' }), RequestRefused],
      ],
    )('%s throws its own error', async (_reason, call, meaning) => {
      await expect(call(anApi())).rejects.toBeInstanceOf(meaning);
    });

    it('with a revoked token throws TokenRefused', async () => {
      await expect(anApi({ token: 'revoked' }).player(1)).rejects.toBeInstanceOf(TokenRefused);
    });
  });
});
