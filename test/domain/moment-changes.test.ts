import { expect, it } from 'vitest';
import { momentChanges } from '#src/domain/alerts/moment-changes.ts';
import { stateOf, withMatch, withPoints } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, sets } from './written.ts';

const TIE_BREAK = {
  kind: 'key',
  matchId: 123,
  set: 3,
  games: { team_1: 6, team_2: 6 },
  game: 33,
  worth: 1,
  leverage: 0.3,
  plans: 1,
  outcome: null,
} as const;

it('a moment in the last game is settled by the winner of the match where the last set has no score', () => {
  const match = aMatch({ status: 'live' });
  const frame = anUpdate(
    'live',
    aSet(1, '6-4'),
    aSet(2, '4-6'),
    aSet(3, null, aGame('6-6', '5:4')),
  );
  const played = withPoints(stateOf(match), frame, null);
  const held = { match, chances: { team_1: 0.5, team_2: 0.5 }, tournament: null };
  const open = momentChanges({ ...held, state: played }, [TIE_BREAK], 0);
  expect(open.revised).toEqual([]);
  const record = aMatch({ status: 'finished', winner: 'team_2', score: sets('6-4 4-6') });
  const { revised } = momentChanges({ ...held, state: withMatch(played, record) }, [TIE_BREAK], 0);
  expect(revised).toMatchObject([{ event: { outcome: { winner: 'team_2', chance: 1 } } }]);
});
