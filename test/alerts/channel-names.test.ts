import { expect, it } from 'vitest';
import { findMatch } from '#src/store/matches/matches.ts';
import { aBegunMatch, aStage } from './stage.ts';

it('the channel that the service names of a match survives a restart, and changes no revision', async () => {
  const stage = await aStage();
  await aBegunMatch(stage, { id: 7009 });
  const rev = (await findMatch(stage.db(), 7009))?.rev;
  const named = { matchId: 7009, status: null, sets: [], channel: 'live-9f2c41d07ab8' };
  expect(await stage.observer().points(named, Date.now())).toMatchObject({
    channel: named.channel,
  });
  // A source that does not name it takes nothing back.
  await stage.observer().points({ matchId: 7009, status: null, sets: [] }, Date.now());
  await stage.restart();
  expect(await stage.observer().inPlay()).toMatchObject([{ channel: named.channel, rev }]);
});
