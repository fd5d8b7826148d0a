import { afterEach, expect, it } from 'vitest';
import { matchesOfTournament } from '#src/store/matches/match-lists.ts';
import { MINUTE } from '#src/lib/time.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { secondIdOf } from '#sandbox/padel-service/world/confused-ids.ts';
import { TOURNAMENT } from './listeners.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';
import { BEGIN } from './world.ts';

let evening: VirtualEvening;

afterEach(() => evening.stop());

const NO_FAULT = { lost: [], twice: [], wrong: [] };

const truths = ({ world }: VirtualEvening): readonly Truth[] =>
  world.matchIds.flatMap((id) => world.padel.truth(id) ?? []);

it('matches that are all entered twice are told once', async () => {
  evening = await openVirtualEvening();
  const { world, start, end } = evening;
  await world.padel.steer({ doubled: world.matchIds });
  await start();
  const verdict = await end(BEGIN + 50 * MINUTE);
  expect(verdict).toMatchObject(NO_FAULT);
  expect(verdict.delivered).toBeGreaterThan(3);
  const stored = await matchesOfTournament(world.store.db, TOURNAMENT.id);
  const ids = new Set(stored.map(({ id }) => id));
  expect([...ids].filter((id) => ids.has(secondIdOf(id)))).toEqual([]);
}, 600_000);

it('a match that gets the id of one that was told is told, and the other stays as it was', async () => {
  evening = await openVirtualEvening();
  const { world, time, start, end } = evening;
  await start();
  const matches = truths(evening);
  const [over] = matches
    .filter(({ closesAt, status }) => closesAt > BEGIN + 5 * MINUTE && status === 'finished')
    .toSorted((a, b) => a.closesAt - b.closesAt);
  const at = (over?.closesAt ?? 0) + 3 * MINUTE;
  await time.passTo(at);
  const [next] = matches
    .flatMap((each) => (each.startsAt === null ? [] : [{ ...each, startsAt: each.startsAt }]))
    .filter(({ startsAt }) => startsAt > at + 5 * MINUTE)
    .toSorted((a, b) => a.startsAt - b.startsAt);
  if (over === undefined || next === undefined) throw new Error('no match is over, or ahead');
  await world.padel.steer({ reused: [{ id: over.id, by: next.id }] });
  const verdict = await end(next.startsAt + 20 * MINUTE);
  expect(verdict).toMatchObject(NO_FAULT);
}, 600_000);
