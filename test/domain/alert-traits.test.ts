import { expect, it } from 'vitest';
import { ALERT_TRAITS, type AlertTraits } from '#src/domain/alerts/traits.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';

/** The kinds of alerts by the value of a trait, without those of the value `usual`. */
const kindsBy = (trait: keyof AlertTraits, usual: AlertTraits[keyof AlertTraits]) => {
  const kinds = Object.entries(ALERT_TRAITS).filter(([, traits]) => traits[trait] !== usual);
  const groups = Map.groupBy(kinds, ([, traits]) => String(traits[trait]));
  return Object.fromEntries([...groups].map(([value, own]) => [value, own.map(([kind]) => kind)]));
};

it('headlines are sent first, then what is short-lived', () => {
  expect(kindsBy('priority', 'other')).toEqual({
    headline: ['start', 'result', 'tie'],
    set: ['key', 'upset', 'set', 'next', 'reminder'],
  });
});

it('each kind of alert is stale once it is no longer news', () => {
  expect(kindsBy('staleAfterMs', 12 * HOUR)).toEqual({
    [5 * MINUTE]: ['reminder'],
    [20 * MINUTE]: ['start'],
    [30 * MINUTE]: ['key', 'upset', 'next'],
    [HOUR]: ['set'],
    [4 * HOUR]: ['digest'],
    [6 * HOUR]: ['schedule', 'quiet-hours-digest'],
    [24 * HOUR]: ['correction'],
  });
});

it('the hourly limit excludes the least important kinds first', () => {
  expect(kindsBy('limitPriority', 'low')).toEqual({
    high: ['result', 'tie', 'correction', 'quiet-hours-digest'],
    medium: ['start', 'key', 'upset', 'set'],
  });
});

it('details of a match are posted in its thread, everything else in the channel', () => {
  expect(kindsBy('place', 'channel')).toEqual({
    beginning: ['start'],
    detail: ['key', 'upset', 'set'],
  });
});

it('only kinds that are rare enough for Discord’s limit are published', () => {
  const published = ['result', 'tie', 'draw', 'tournament', 'ranking', 'digest'];
  expect(kindsBy('isPublished', false)).toEqual({ true: [...published, 'quiet-hours-digest'] });
});

it('the quiet-hours digest contains the kinds that are still true in the morning', () => {
  const kept = ['result', 'tie', 'correction', 'schedule', 'draw', 'tournament'];
  expect(kindsBy('isInDigest', false)).toEqual({ true: kept });
});
