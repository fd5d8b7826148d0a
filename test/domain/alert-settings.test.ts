import { describe, expect, it } from 'vitest';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import {
  DEFAULT_SETTINGS,
  filterReason,
  matchFilterReason,
  type AlertSettings,
} from '#src/domain/alerts/settings.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { aMatch } from './feed.ts';

const TOURNAMENT: Tournament = {
  id: 7,
  name: 'Madrid P1',
  location: null,
  country: 'ES',
  level: 'p1',
  status: 'live',
  startDate: null,
  endDate: null,
};

const settings = (chosen: Partial<AlertSettings>): AlertSettings => ({
  ...DEFAULT_SETTINGS,
  ...chosen,
});

/** Why these settings exclude a match, by default a women's quarterfinal of a P1. */
const whyNot = (
  chosen: Partial<AlertSettings>,
  match: Partial<Match> = {},
  tournament: Partial<Tournament> | null = {},
) =>
  matchFilterReason(settings(chosen), {
    match: aMatch(match),
    tournament: tournament === null ? null : { ...TOURNAMENT, ...tournament },
  });

describe('a match', () => {
  it.each<[string, Partial<AlertSettings>, ReturnType<typeof whyNot>]>([
    ['passes the default settings', {}, null],
    ['of an earlier round is excluded', { smallestRound: 2 }, 'round'],
    ['of the chosen round passes', { smallestRound: 4 }, null],
    ['of a later round passes', { smallestRound: 8 }, null],
    ['of another level is excluded', { levels: ['major', 'finals'] }, 'level'],
    ['of one of the levels passes', { levels: ['major', 'p1'] }, null],
    ['of the other category is excluded', { category: 'men' }, 'category'],
    ['of the category passes', { category: 'women' }, null],
  ])('%s', (_reason, chosen, expected) => {
    expect(whyNot(chosen)).toBe(expected);
  });

  it('passes a filter on a field that is unknown', () => {
    expect(whyNot({ smallestRound: 1 }, { round: null })).toBeNull();
    expect(whyNot({ category: 'men' }, { category: null })).toBeNull();
    expect(whyNot({ levels: ['major'] }, {}, null)).toBeNull();
  });

  it('outside the main draw counts as an earlier round than any', () => {
    expect(whyNot({ smallestRound: 8 }, { draw: 'qualy', round: 1 })).toBe('round');
  });

  it('of an unknown level passes only without a filter on levels', () => {
    expect(whyNot({ levels: ['major'] }, {}, { level: 'galactic' })).toBe('level');
    expect(whyNot({}, {}, { level: 'galactic' })).toBeNull();
  });
});

describe('a type of alert', () => {
  it('passes when it was chosen and its match passes', () => {
    const held = { match: aMatch(), tournament: TOURNAMENT };
    const chosen = settings({ types: ['result'], category: 'men' });
    expect(filterReason(chosen, 'start', held)).toBe('type');
    expect(filterReason(chosen, 'result', held)).toBe('category');
    expect(filterReason(chosen, 'result', null)).toBeNull();
    expect(filterReason(settings({ types: [] }), 'result', null)).toBe('type');
  });

  it.each(ALERT_TYPES)('%s passes when all types were chosen', (kind) => {
    expect(filterReason(settings({ types: ALERT_TYPES }), kind, null)).toBeNull();
  });
});
