import { describe, expect, it } from 'vitest';
import { trackRecordOf } from '#src/domain/probability/track-record.ts';

const said = (chance: number, happened: boolean, count = 1) => ({ chance, happened, count });

describe('the track record', () => {
  it('is null without a decided match', () => {
    expect(trackRecordOf([], 0)).toBeNull();
  });

  it('counts Brier score, log loss, and each tenth of the chance of the favourite', () => {
    const record = trackRecordOf(
      [said(0.5, true), said(0.58, false), said(0.9, true, 3), said(0.9, false), said(0.999, true)],
      4,
    );
    expect(record).toMatchObject({ predictions: 7, matches: 4 });
    expect(record?.brier).toBeCloseTo((0.25 + 0.58 ** 2 + 3 * 0.01 + 0.81 + 0.001 ** 2) / 7, 10);
    const surprises = [0.5, 0.42, 0.9, 0.9, 0.9, 0.1, 0.999].map((chance) => -Math.log(chance));
    expect(record?.logLoss).toBeCloseTo(surprises.reduce((sum, each) => sum + each, 0) / 7, 10);
    expect(record?.tenths).toEqual([
      { from: 0.5, to: 0.6, said: 0.54, won: 0.5, predictions: 2 },
      {
        from: 0.9,
        to: 1,
        said: expect.closeTo((4 * 0.9 + 0.999) / 5) as number,
        won: 0.8,
        predictions: 5,
      },
    ]);
  });
});
