import { describe, expect, it } from 'vitest';
import { ALERT_KINDS } from '#src/domain/alerts/kinds.ts';
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

/** Why a channel with these settings does not want a women's quarterfinal of a P1. */
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
    ['of any kind is wanted where nothing was chosen', {}, null],
    ['of an earlier round is not wanted', { smallestRound: 2 }, 'round'],
    ['of that very round is wanted', { smallestRound: 4 }, null],
    ['of a later round is wanted', { smallestRound: 8 }, null],
    ['of another level is not wanted', { levels: ['major', 'finals'] }, 'level'],
    ['of one of the levels is wanted', { levels: ['major', 'p1'] }, null],
    ['of the other category is not wanted', { category: 'men' }, 'category'],
    ['of the category is wanted', { category: 'women' }, null],
    ['that promises too little is not wanted', { minWatchability: 61 }, 'watchability'],
    ['that promises enough is wanted', { minWatchability: 60 }, null],
  ])('%s', (_reason, chosen, expected) => {
    expect(whyNot(chosen, { watchability: 60 })).toBe(expected);
  });

  it('of which something is not known is not left out for it', () => {
    expect(whyNot({ smallestRound: 1 }, { round: null })).toBeNull();
    expect(whyNot({ category: 'men' }, { category: null })).toBeNull();
    expect(whyNot({ levels: ['major'] }, {}, null)).toBeNull();
    expect(whyNot({ minWatchability: 100 })).toBeNull();
    expect(whyNot({}, { watchability: 0 })).toBeNull();
  });

  it('beside the main draw is of an earlier round than any', () => {
    expect(whyNot({ smallestRound: 8 }, { draw: 'qualy', round: 1 })).toBe('round');
  });

  it('that is followed by who plays may promise as little as it likes, and nothing else', () => {
    const held = { match: aMatch({ watchability: 1 }), tournament: TOURNAMENT };
    const chosen = settings({ minWatchability: 90 });
    expect(matchFilterReason(chosen, held, true)).toBeNull();
    expect(matchFilterReason({ ...chosen, category: 'men' }, held, true)).toBe('category');
  });

  it('of a level that nobody has heard of is none of those that were chosen', () => {
    expect(whyNot({ levels: ['major'] }, {}, { level: 'galactic' })).toBe('level');
    expect(whyNot({}, {}, { level: 'galactic' })).toBeNull();
  });
});

describe('a kind', () => {
  it('is wanted when it was chosen, and its match is', () => {
    const held = { match: aMatch(), tournament: TOURNAMENT };
    const chosen = settings({ kinds: ['result'], category: 'men' });
    expect(filterReason(chosen, 'start', held)).toBe('kind');
    expect(filterReason(chosen, 'result', held)).toBe('category');
    expect(filterReason(chosen, 'result', null)).toBeNull();
    expect(filterReason(settings({ kinds: [] }), 'result', null)).toBe('kind');
  });

  it.each(ALERT_KINDS)('%s is told in full where everything was chosen', (kind) => {
    expect(filterReason(settings({ kinds: ALERT_KINDS }), kind, null)).toBeNull();
  });
});
