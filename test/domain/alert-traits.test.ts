import { expect, it } from 'vitest';
import { ALERT_TRAITS, type AlertTraits } from '#src/domain/alerts/traits.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';

/** The kinds of alerts by the value of a trait, all others beside `rest`. */
const kindsBy = (trait: keyof AlertTraits, rest: AlertTraits[keyof AlertTraits]) => {
  const kinds = Object.entries(ALERT_TRAITS).filter(([, traits]) => traits[trait] !== rest);
  const groups = Map.groupBy(kinds, ([, traits]) => String(traits[trait]));
  return Object.fromEntries([...groups].map(([value, own]) => [value, own.map(([kind]) => kind)]));
};

it('headlines are sent first, then what is short-lived', () => {
  expect(kindsBy('priority', 'other')).toEqual({
    headline: ['start', 'result', 'tie'],
    set: ['key', 'upset', 'set', 'next', 'reminder'],
  });
});

it('an alert is stale when nobody would read it as news', () => {
  expect(kindsBy('staleAfterMs', 12 * HOUR)).toEqual({
    [5 * MINUTE]: ['reminder'],
    [10 * MINUTE]: ['game'],
    [20 * MINUTE]: ['start'],
    [30 * MINUTE]: ['key', 'upset', 'next'],
    [HOUR]: ['set'],
    [4 * HOUR]: ['digest'],
    [6 * HOUR]: ['schedule', 'quiet-hours-digest'],
    [24 * HOUR]: ['correction'],
  });
});

it('what matters least counts against the hourly limit first', () => {
  expect(kindsBy('limitPriority', 'low')).toEqual({
    high: ['result', 'tie', 'correction', 'quiet-hours-digest'],
    medium: ['start', 'key', 'upset', 'set'],
  });
});

it('the details of a match are in its thread, all else is in the channel', () => {
  expect(kindsBy('place', 'channel')).toEqual({
    beginning: ['start'],
    detail: ['game', 'key', 'upset', 'set'],
  });
});

it('what happens once a day at most is published', () => {
  const published = ['result', 'tie', 'draw', 'tournament', 'ranking', 'digest'];
  expect(kindsBy('isPublished', false)).toEqual({ true: [...published, 'quiet-hours-digest'] });
});

it('the summary of a night has what is still true in the morning', () => {
  const kept = ['result', 'tie', 'correction', 'schedule', 'draw', 'tournament'];
  expect(kindsBy('isInDigest', false)).toEqual({ true: kept });
});
