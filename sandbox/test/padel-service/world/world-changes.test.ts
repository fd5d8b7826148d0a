import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, HOUR, DAY } from '../../../../src/lib/time.ts';
import { matchResource } from '#sandbox/padel-service/api/resources/match.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import type { Match } from '#sandbox/padel-service/world/model.ts';
import { tournamentStatus } from '#sandbox/padel-service/world/records/visible.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';

const world = openSharedWorld(1, dayOf('2026-11-21'));
const OPENING = world.openingMoment();
const LATER = OPENING + 60 * DAY;
const { tournaments, matches, duplicates } = world.recordsUntil(LATER);

const isListed = (id: number, list: readonly { readonly id: number }[]): boolean =>
  list.some((each) => each.id === id);

const moved = matches.flatMap((match) =>
  match.formerSlot === null ? [] : [{ match, ...match.formerSlot }],
);
const deleted = matches.flatMap((match) =>
  match.deleted === null ? [] : [{ match, at: match.deleted }],
);

describe('the order of play', () => {
  it('sometimes moves a match to another court or to a later time', () => {
    const days = new Set(
      matches.map(({ slot, tournament }) => `${tournament.id}/${slot?.day ?? ''}`),
    );
    expect(moved.length / days.size).toBeGreaterThan(0.2);
    expect(moved.length / days.size).toBeLessThan(0.8);
    const toOtherCourt = moved.filter(({ match, slot }) => match.slot?.court !== slot.court);
    const putOff = moved.filter(({ match, slot }) => match.slot?.label !== slot.label);
    expect(toOtherCourt.length).toBeGreaterThan(20);
    expect(putOff.length).toBeGreaterThan(20);
  });

  it('shows the old slot until the change, which comes after publication and before play', () => {
    for (const { match, slot, until } of moved) {
      expect(until).toBeGreaterThan(match.published);
      expect(until).toBeLessThan(match.started ?? 0);
      const before = matchResource(match, until - 1);
      const after = matchResource(match, until);
      expect([before.court, before.schedule_label]).toEqual([slot.court, slot.label]);
      expect([after.court, after.schedule_label]).toEqual([match.slot?.court, match.slot?.label]);
    }
  });

  it('never has two matches on one court at once, nor one out of turn', () => {
    const played = matches.filter(({ started }) => started !== null);
    const courts = Map.groupBy(
      played,
      ({ tournament, slot }) => `${tournament.id}/${slot?.day ?? ''}/${slot?.court ?? ''}`,
    );
    expect(courts.size).toBeGreaterThan(3000);
    for (const onCourt of courts.values()) {
      const inTurn = onCourt.toSorted((a, b) => (a.slot?.order ?? 0) - (b.slot?.order ?? 0));
      const orders = inTurn.map(({ slot }) => slot?.order);
      expect(new Set(orders).size).toBe(orders.length);
      inTurn.slice(1).forEach((match, index) => {
        expect(match.started ?? 0).toBeGreaterThan(inTurn[index]?.ended ?? 0);
      });
    }
  });
});

describe('a deleted match', () => {
  it('disappears from every list at the time of its deletion', () => {
    const recent = deleted.filter(({ at }) => at > OPENING);
    expect(recent.length).toBeGreaterThan(15);
    for (const { match, at } of recent) {
      const [player] = match.teams.team_1 ?? [];
      const before = world.at(at - 1);
      const after = world.at(at);
      expect(before.match(match.id)).toBe(match);
      expect(player && before.matchesOf(player)).toContain(match);
      expect(after.match(match.id)).toBeNull();
      expect(player && after.matchesOf(player)).not.toContain(match);
      expect(isListed(match.id, after.matches)).toBe(false);
    }
  });

  it('is a duplicate, part of a cancelled draw, or an exhibition that was played', () => {
    const placeOf = ({ tournament, category, round, index }: Match): string =>
      `${tournament.id}/${category}/${round}/${index}`;
    const lasting = new Set(matches.filter((match) => match.deleted === null).map(placeOf));
    for (const { match } of deleted) {
      const isDoubled = lasting.has(placeOf(match));
      const isCancelled = match.tournament.cancelled !== null;
      const isExhibition = match.index === match.round;
      expect([isDoubled, isCancelled, isExhibition].filter(Boolean)).toHaveLength(1);
    }
    const played = deleted.filter(({ match, at }) => match.closed < at);
    expect(played.length).toBeGreaterThan(10);
    for (const { match } of played) {
      expect(matchResource(match, match.closed)).toMatchObject({ status: 'finished' });
    }
    const cancelled = deleted.filter(({ match }) => match.tournament.cancelled !== null);
    expect(cancelled.length).toBeGreaterThan(10);
  });
});

describe('a duplicate record of a player', () => {
  it('exists without a rank for two days or more, and then leads to the first record', () => {
    expect(duplicates.length).toBeGreaterThan(30);
    for (const { record, canonical, created, merged } of duplicates) {
      expect(world.at(created - 1).player(record.id)).toBeNull();
      const alive = world.at(merged - 1);
      expect(alive.player(record.id)).toBe(record);
      expect(isListed(record.id, alive.players)).toBe(true);
      expect([alive.rankOf(record), alive.pointsOf(record)]).toEqual([null, 0]);
      expect(world.at(merged).player(record.id)).toBe(canonical);
      expect(isListed(record.id, world.at(merged).players)).toBe(false);
      expect(merged - created).toBeGreaterThan(2 * DAY - 1);
      expect(record.name).not.toBe(canonical.name);
    }
  });

  it('is merged within two hours of the opening, and about four times a week', () => {
    const merges = duplicates.map(({ merged }) => merged).filter((merged) => merged > OPENING);
    expect(Math.min(...merges) - OPENING).toBeLessThanOrEqual(2 * HOUR);
    const inFourWeeks = merges.filter((merged) => merged < OPENING + 28 * DAY);
    expect(inFourWeeks.length).toBeGreaterThan(12);
    expect(inFourWeeks.length).toBeLessThan(20);
  });
});

describe('a tournament', () => {
  const withdrawn = tournaments.flatMap((each) =>
    each.withdrawn === null ? [] : [{ each, ...each.withdrawn }],
  );

  it('leads to the first record after the merge when it was entered twice', () => {
    const merged = withdrawn.filter(({ into, at }) => into !== null && at < LATER);
    expect(merged.length).toBeGreaterThan(20);
    for (const { each, at, into } of merged) {
      expect(world.at(at - 1).tournament(each.id)).toBe(each);
      expect(world.at(at).tournament(each.id)?.id).toBe(into);
      expect(isListed(each.id, world.at(at).tournaments)).toBe(false);
      expect(tournamentStatus(each, at)).toBe('pending');
    }
  });

  it('is gone when it was entered by mistake', () => {
    const gone = withdrawn.filter(({ into, at }) => into === null && at < LATER);
    expect(gone.length).toBeGreaterThan(12);
    for (const { each, at } of gone) expect(world.at(at).tournament(each.id)).toBeNull();
  });

  it('keeps its record and loses its matches when it is cancelled', () => {
    const cancelled = tournaments.flatMap((each) =>
      each.cancelled === null || each.cancelled > LATER ? [] : [{ each, at: each.cancelled }],
    );
    expect(cancelled.length).toBeGreaterThan(12);
    for (const { each, at } of cancelled) {
      const of = (now: Instant) =>
        world.at(now).matches.filter(({ tournament }) => tournament === each);
      expect(of(at - MINUTE)).toHaveLength(8);
      expect(of(at)).toEqual([]);
      expect(isListed(each.id, world.at(at).tournaments)).toBe(true);
      expect([at - 1, at, at + 9 * DAY].map((now) => tournamentStatus(each, now))).toEqual([
        'pending',
        'cancelled',
        'cancelled',
      ]);
    }
  });

  it('appears when it is announced, more than ten days before it starts', () => {
    for (const each of tournaments.filter(({ season }) => season > 2023)) {
      expect(each.announced).toBeLessThan((each.start - 10) * DAY);
      expect(isListed(each.id, world.at(each.announced - 1).tournaments)).toBe(false);
      expect(isListed(each.id, world.at(each.announced).tournaments)).toBe(true);
    }
  });
});

describe('the ranking', () => {
  const standings = (now: Instant): string[] => {
    const { players, rankOf, pointsOf } = world.at(now);
    return players.slice(0, 460).map((each) => `${rankOf(each) ?? ''}/${pointsOf(each)}`);
  };

  it('changes on Monday at 10:00 UTC and stays the same until the next one', () => {
    const monday = dayOf('2026-11-30') * DAY + 10 * HOUR;
    for (const week of [0, 1, 2]) {
      const published = monday + week * 7 * DAY;
      const now = standings(published);
      expect(standings(published - 1)).not.toEqual(now);
      expect(standings(published + 3 * DAY)).toEqual(now);
      expect(standings(published + 7 * DAY - 1)).toEqual(now);
    }
  });
});
