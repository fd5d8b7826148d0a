import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  approximateStart,
  expectedStart,
  upcomingStart,
} from '#src/domain/match/expected-start.ts';
import type { Match } from '#src/domain/match/match.ts';
import { courtProgrammes } from '#src/domain/tournament/order-of-play.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { readLabel } from '#src/domain/match/schedule-labels.ts';
import { matchOffset, venueOffset } from '#src/domain/match/venue-clock.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { tournamentWire } from '#src/padel-api/wire/tournaments.ts';
import { scheduleLine } from '#src/render/lines/schedule-line.ts';
import { aReader } from '../render/held.ts';
import { aMatchOnWire } from './bodies.ts';

/** The times of the public service as they were recorded. */

const shape = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../shapes/${name}.json`, import.meta.url), 'utf8'));

const matches = z.object({ data: z.array(matchWire) }).parse(shape('matches')).data;

const recorded = (id: number): Match => {
  const match = matches.find((each) => each.id === id);
  if (match === undefined) throw new Error(`no match ${id}`);
  return match;
};

const iso = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString().slice(0, 16);

it.each([
  ['its time zone', { country: 'PY', timezone: 'America/Asuncion' }],
  ['its time zone alone', { country: 'ZZ', timezone: 'America/Asuncion' }],
  ['the only zone of its country', { country: 'PY', timezone: 'hidden_free_plan' }],
  ['the only zone of its country, where its own is unknown', { country: 'PY', timezone: 'X/Y' }],
])('a label is right where the offset of the service is an hour wrong, by %s', (_what, place) => {
  const match = matchWire.parse(shape('match-wrong-venue-offset'));
  const tournament = tournamentWire.parse({ id: 901, ...place });
  const offset = matchOffset({ match, tournament });
  expect(offset).toBe(-180);
  expect(iso(match.scheduledAt)).toBe('2026-05-12T14:00');
  expect(iso(expectedStart(match, offset)?.at)).toBe('2026-05-12T13:00');
  expect(iso(upcomingStart({ ...match, startedAt: null }, offset)?.at)).toBe('2026-05-12T13:00');
  // The start was right: less than an hour before the wrong instant.
  expect(iso(match.startedAt)).toBe('2026-05-12T13:06');
  expect(scheduleLine(aReader(), match, offset)).toMatch(/^<t:1778590800:t> · /);
});

it('a remark after the time is shown, and the time is read', () => {
  const match = recorded(7003);
  expect(readLabel(match.scheduleLabel)).toEqual({
    kind: 'not-before',
    minutes: 15 * 60,
    remark: 'Possible Court Change',
  });
  expect(scheduleLine(aReader(), match, 120)).toMatch(
    /^not before <t:\d+:t> · Possible Court Change · /,
  );
  const { scheduledAt: _, venueOffset: __, ...unplaced } = match;
  expect(scheduleLine(aReader(), unplaced, null)).toMatch(
    /^not before 3:00 PM \(venue\) · Possible Court Change · /,
  );
});

it('a remark of any kind is bounded and escaped', () => {
  const schedule_label = `Followed by - [**${'x'.repeat(10_000)}**](https://a.example)`;
  const line = scheduleLine(
    aReader(),
    matchWire.parse(aMatchOnWire({ status: 'scheduled', schedule_label, started_time: null })),
    null,
  );
  expect(line).toMatch(/^follows the previous match · \\\[\\\*\\\*x+… · /);
  expect(line.split(' · ')[1]?.length).toBeLessThan(50);
});

it('a start 12 hours early with a duration of 14:59 is not shown and not counted', () => {
  const match = recorded(7011);
  expect(match).toMatchObject({ startedAt: null, duration: null, winner: 'team_1' });
  expect(stateOf(match)).toMatchObject({ minutes: null, duration: null, confirmed: true });
  expect(iso(approximateStart(match, 120))).toBe('2026-10-07T16:00');
});

it('the old estimate of a finished match is not its start', () => {
  const match = recorded(7002);
  expect(readLabel(match.scheduleLabel).kind).toBe('estimated');
  expect(iso(approximateStart(match, 120))).toBe('2026-10-11T13:09');
  expect(iso(approximateStart({ ...match, startedAt: null }, 120))).toBe('2026-10-11T16:00');
});

it('all other recorded starts and durations are believed', () => {
  const kept = [7001, 7002, 7007, 7009].map((id) => {
    const { startedAt, duration } = recorded(id);
    return [iso(startedAt), duration];
  });
  expect(kept).toEqual([
    ['2026-10-11T15:31', 125],
    ['2026-10-11T13:09', 80],
    ['2026-10-07T10:02', 131],
    ['2026-10-07T12:08', null],
  ]);
});

it('a court with a blank at its end is the same court', () => {
  const match = recorded(7003);
  const other = matchWire.parse(aMatchOnWire({ court: 'Campo Centrale' }));
  const courts = courtProgrammes({ id: 9, name: 'Roma' }, null, [match, other]);
  expect(courts.map(({ court, matches }) => [court, matches.length])).toEqual([
    ['Campo Centrale', 2],
  ]);
});

it('a date alone is never midnight in UTC', () => {
  const match = matchWire.parse(
    aMatchOnWire({
      status: 'scheduled',
      played_at: '2026-06-07T00:00:00Z',
      scheduled_at: '2026-06-07',
      scheduled_at_local: '2026-06-07',
      started_time: '2026-06-07',
      schedule_label: null,
    }),
  );
  expect(match).toMatchObject({ playedOn: '2026-06-07', startedAt: null });
  expect(match).not.toHaveProperty('scheduledAt');
  expect(expectedStart(match, venueOffset({ country: 'IT' }, match.playedOn))).toBeNull();
});
