import { describe, expect, it } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { withPoints } from '#src/domain/match/state.ts';
import { momentumOf } from '#src/domain/match/momentum.ts';
import { playedSets } from '#src/domain/match/played-games.ts';
import { chartOf, momentumMessage } from '#src/render/match/momentum.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';
import { pointsMessage } from '#src/render/match/points.ts';
import { feedOf, playOut, served } from '../domain/feed.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { playedByChance } from '../gallery/matches.ts';
import { textOf } from './controls.ts';
import { aHeld, aReader } from './held.ts';

const AT = 1_780_833_600_000;

describe('the momentum', () => {
  const plays = playOut([], 'star-point');
  const held = aHeld({ status: 'finished', score: plays.at(-1)?.sets ?? [] });
  const playedAfter = (update: LivePoints) =>
    playedSets(withPoints(held.state, update, 1), 'star-point');
  const view = { held, momentum: momentumOf(playedAfter(feedOf(plays))), readAt: AT };

  it('is a picture, and has the same facts as text', async () => {
    const picture = chartOf(aReader(), view);
    const data = await drawPicture(picture);
    expect(data.byteLength).toBeLessThan(100_000);
    expect(picture.alt).toMatch(
      /^Vega \/ Lamas led for 96% of the points\. Points won: Vega \/ Lamas 48 – Soria \/ Pinto 24\. Most points in a row: 2 – 1\./,
    );
    const file = { name: 'momentum.png', data, description: picture.alt };
    const body = momentumMessage(aReader(), view, file);
    expect(body.embeds?.[0]?.image?.url).toBe('attachment://momentum.png');
    expect(textOf(body)).toMatch(/Points won: \*\*\d+ – \d+\*\*/);
  });

  it('shows breaks when it is known who served', () => {
    const played = playedAfter(served(feedOf(plays), 'team_1'));
    const known = { ...view, momentum: momentumOf(played) };
    expect(textOf(momentumMessage(aReader(), known, null))).toMatch(
      /Breaks: \*\*\d+ – \d+\*\*\nBreak points won: \d+\/\d+ – \d+\/\d+/,
    );
    expect(chartOf(aReader(), known).alt).toMatch(/Breaks: \d+ – \d+\./);
    const points = pointsMessage(aReader(), { held, sets: played, set: 1, readAt: AT });
    expect(textOf(points)).toContain('(break)');
    expect(textOf(momentumMessage(aReader(), view, null))).not.toContain('reak');
  });

  it.each([
    ['a comeback', 7, 'finished', /^Soria \/ Pinto: from 7 points behind to victory$/],
    ['a lead while in play', 13, 'live', /^Vega \/ Lamas led for 44% of the points$/],
    ['a retirement', 13, 'retired', /^Vega \/ Lamas win: Soria \/ Pinto retired$/],
  ] as const)('tells of %s', (_reason, seed, status, headline) => {
    const points = playedByChance(seed, 0.5).slice(0, status === 'finished' ? undefined : 60);
    const winner = status === 'retired' ? 'team_1' : (points.at(-1)?.winner ?? null);
    const begun = aHeld({ status, winner, score: points.at(-1)?.sets ?? [] });
    const state = withPoints(begun.state, served(feedOf(points), 'team_1'), 1);
    const momentum = momentumOf(playedSets(state, 'star-point'));
    const picture = chartOf(aReader(), { held: { ...begun, state }, momentum, readAt: AT });
    expect(picture.alt.split('. ')[0]).toMatch(headline);
  });

  it('says where the longest run of points ended, and has figures of both teams on a phone', () => {
    const points = playedByChance(15, 0.51);
    const begun = aHeld({ status: 'finished', score: points.at(-1)?.sets ?? [] });
    const state = withPoints(begun.state, served(feedOf(points), 'team_1'), 1);
    const momentum = momentumOf(playedSets(state, 'star-point'));
    const picture = chartOf(aReader(), { held: { ...begun, state }, momentum, readAt: AT });
    expect(picture.alt).toContain('Soria / Pinto · Points in a row: 7 · Set 2 · 6-7(4)');
    const texts = textsIn(picture.drawing('phone').root);
    expect(texts).toEqual(expect.arrayContaining(['Soria / Pinto', 'Points in a row: 7']));
    expect(texts.join()).toContain(
      '6,Most points in a row,7,15,Largest lead in points,0,7,Breaks,3',
    );
  });

  it('is only text when no picture could be drawn', () => {
    const body = momentumMessage(aReader(), view, null);
    expect(body.files).toBeUndefined();
    expect(textOf(body)).toContain('Points won');
  });
});
