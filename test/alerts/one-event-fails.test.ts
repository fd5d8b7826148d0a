import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass } from './stage.ts';

it('an event whose fan-out fails does not delay other events and is delivered later', async () => {
  const stage = await aStage();
  const follows = [aPlayer(1), { kind: 'tournament', id: 7 }] as const;
  await stage.chosen(1, { settings: { types: ALERT_TYPES } }, ...follows);
  const announced = { ...aTournament(), status: 'pending' };
  await stage.observer().tournament(announced);
  // More events than one run processes.
  const evening = Array.from({ length: 12 }, (_, n) =>
    aPlayedMatch(stage, { id: 700 + n, round: null, roundName: `Round ${n}` }),
  );
  for (const played of evening) {
    await played.isKnown();
    await played.begins();
  }
  await pass(MINUTE);
  const posted = () => stage.discord.contentsIn(discordId(1)).join('\n');

  // Without the directory the fan-out fails: it reads the countries of the players there.
  await sql`alter table directory rename to lost_directory`.execute(stage.db());
  for (const played of evening) await played.ends();
  await stage.observer().tournament({ ...announced, status: 'cancelled' });
  await pass(10 * SECOND);
  expect(posted()).toContain('is cancelled');
  expect(posted()).not.toContain(' beat ');
  const tries = stage.log.lines.filter((line) => line.includes('fan-out of an event failed'));
  expect(tries.length).toBeGreaterThan(1);

  await sql`alter table lost_directory rename to directory`.execute(stage.db());
  for (let minute = 0; minute < 10; minute += 1) await pass(MINUTE);
  expect(posted().split(' beat ')).toHaveLength(evening.length + 1);
});
