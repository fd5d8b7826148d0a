import { describe, expect, it } from 'vitest';
import { alertTypeOf } from '#src/domain/alerts/events.ts';
import {
  ALERT_TYPES,
  bitOf,
  typesIn,
  maskOf,
  PRESET_NAMES,
  PRESETS,
  presetOf,
} from '#src/domain/alerts/alert-types.ts';

describe('types of alert', () => {
  it('keep the bits with which they are stored', () => {
    expect(ALERT_TYPES.map((type) => [type, bitOf(type)])).toEqual([
      ['start', 1],
      ['card', 2],
      ['set', 4],
      ['moment', 8],
      ['result', 16],
      ['upcoming', 32],
      ['news', 64],
      ['daily', 128],
    ]);
  });

  it('are read back from their mask, one by one and all together', () => {
    for (const type of ALERT_TYPES) expect(typesIn(maskOf([type]))).toEqual([type]);
    expect(typesIn(maskOf(ALERT_TYPES))).toEqual(ALERT_TYPES);
    expect(typesIn(0)).toEqual([]);
    expect(maskOf(['start', 'start', 'set'])).toBe(5);
  });

  it('of a later version are ignored', () => {
    expect(typesIn((1 << 20) | bitOf('set'))).toEqual(['set']);
  });

  it.each(PRESET_NAMES)('of the preset %s are recognized in any order', (name) => {
    expect(presetOf([...PRESETS[name]].reverse())).toBe(name);
    expect(typesIn(maskOf(PRESETS[name]))).toEqual(PRESETS[name]);
  });

  it('outside the presets belong to none', () => {
    expect(presetOf(['result'])).toBeNull();
    expect(presetOf([])).toBeNull();
  });
});

it('an event has a type that channels choose, except the quiet-hours digest', () => {
  expect(alertTypeOf({ kind: 'set' })).toBe('set');
  expect(alertTypeOf({ kind: 'quiet-hours-digest' })).toBeNull();
});
