import { describe, expect, it } from 'vitest';
import { opponentOf } from '#src/domain/terms.ts';
import { withPoints } from '#src/domain/match/state.ts';
import { probabilityCurve } from '#src/domain/probability/curve.ts';
import {
  comebackClause,
  curveChart,
  curveMessage,
  noCurveMessage,
} from '#src/render/match/probability-curve.ts';
import type { MessageBody } from '#src/render/message.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { playedByChance } from '../gallery/matches.ts';
import { feedOf, served } from '../domain/feed.ts';
import { aHeld, aReader } from './held.ts';

const textOf = (body: MessageBody): string => body.embeds?.[0]?.description ?? '';

/** One pair loses the first set and wins the match. */
const plays = playedByChance(13, 0.51);
const before = aHeld(
  { status: 'finished', score: plays.at(-1)?.sets ?? [], winner: plays.at(-1)?.winner ?? null },
  { chances: { team_1: 0.4, team_2: 0.6 } },
);
const held = { ...before, state: withPoints(before.state, served(feedOf(plays), 'team_1'), 1) };
const winner = plays.at(-1)?.winner ?? 'team_1';

const curve = probabilityCurve(held);
if (curve.kind === 'none') throw new Error(curve.reason);
const view = { held, curve, readAt: 1 };

const after = (points: typeof plays, status: 'finished' | 'live' | 'retired' = 'finished') => {
  const winner = status === 'retired' ? 'team_1' : (points.at(-1)?.winner ?? null);
  const score = points.at(-1)?.sets ?? [];
  const chances = { team_1: 0.55, team_2: 0.45 };
  const begun = aHeld({ status, score, winner }, { chances });
  const over = { ...begun, state: withPoints(begun.state, served(feedOf(points), 'team_1'), 1) };
  const walk = probabilityCurve(over);
  if (walk.kind === 'none') throw new Error(walk.reason);
  return { held: over, curve: walk, readAt: 1 };
};

describe('the win probability over a match', () => {
  it('is a picture, and has the same facts as text', async () => {
    const picture = curveChart(aReader(), view);
    expect((await drawPicture(picture)).byteLength).toBeLessThan(100_000);
    expect(picture.alt).toMatch(
      /^Vega \/ Lamas: from 3% to victory\. Chart of the win probability of Vega \/ Lamas against .*: 40% – 60% before/,
    );
    const text = textOf(curveMessage(aReader(), view, null));
    expect(text).toContain('Before the match: 40% – 60%');
    expect(text.match(/ → /g)).toHaveLength(5);
    expect(text).toMatch(/\*\*\w+ \/ \w+\*\* \d+% → \d+% · \d-\d in set \d/);
  });

  it('has the first and the last chance of each team as one figure once a match is over', () => {
    const picture = curveChart(aReader(), view);
    const texts = textsIn(picture.drawing('inline').root);
    const figures = texts.filter((text) => /^\d+%(\u00A0→\u00A0\d+%)?$/.test(text));
    const [top, below] = winner === 'team_1' ? ['40%', '60%'] : ['60%', '40%'];
    const sides = [`${top}\u00A0→\u00A0100%`, `${below}\u00A0→\u00A00%`];
    expect(figures).toEqual(['100%', '50%', '0%', ...sides]);
    const atEnd = winner === 'team_1' ? '100% – 0%' : '0% – 100%';
    expect(picture.alt).toContain(`${atEnd} at the end of the chart`);
  });

  it.each([
    [0.3, 'Vega / Lamas: from 30% to victory'],
    [0.4, 'Vega / Lamas: from 40% to victory'],
  ])('tells an outsider from where it began: before the match %d', (team_1, headline) => {
    // Straight sets: no comeback within the match.
    const points = playedByChance(2, 0.62);
    const upset = aHeld(
      { status: 'finished', score: points.at(-1)?.sets ?? [], winner: 'team_1' },
      { chances: { team_1, team_2: 1 - team_1 } },
    );
    const over = {
      ...upset,
      state: withPoints(upset.state, served(feedOf(points), 'team_1'), 1),
    };
    const walk = probabilityCurve(over);
    if (walk.kind === 'none') throw new Error(walk.reason);
    const { alt } = curveChart(aReader(), { held: over, curve: walk, readAt: 1 });
    expect(alt.split('. ')[0]).toBe(headline);
  });

  it.each([
    ['a favourite all the way', 53, 'Vega / Lamas: never below 55%'],
    ['a match that one game turned', 5, 'One game took Vega / Lamas from 60% to 74%'],
    ['the last game of a favourite', 3, 'Vega / Lamas: from 29% to victory'],
    ['a match point saved', 7, 'Soria / Pinto: from 9% to victory'],
  ])('tells of %s', (_reason, seed, headline) => {
    const { alt } = curveChart(aReader(), after(playedByChance(seed, 0.5)));
    expect(alt.split('. ')[0]).toBe(headline);
    const mark =
      seed === 7
        ? 'Soria / Pinto · Match point saved · 16% · Set 3 · 4-5'
        : 'Biggest swing in one game';
    expect(alt).toContain(mark);
  });

  it('tells of the biggest swing while in play, and of a retirement', () => {
    const points = playedByChance(5, 0.5).slice(0, 60);
    const [playing, ended] = (['live', 'retired'] as const).map(
      (status) => curveChart(aReader(), after(points, status)).alt.split('. ')[0],
    );
    expect(playing).toMatch(/^One game took .* from \d+% to \d+%$/);
    expect(ended).toBe('Vega / Lamas win: Soria / Pinto retired');
  });

  it('has no list of swings when no game moved it', () => {
    const text = textOf(
      curveMessage(aReader(), { ...view, curve: { ...curve, swings: [] } }, null),
    );
    expect(text).not.toContain('Biggest swings');
  });

  it.each([
    ['no-category', 'Win probability: not in the data plan'],
    ['not-enough-known', 'No win probability: not enough is known'],
  ] as const)('says why there is none: %s', (reason, why) => {
    expect(textOf(noCurveMessage(aReader(), held, reason))).toContain(why);
  });

  it('shows a comeback only when the winner was behind during the match', () => {
    const even = { ...held, chances: { team_1: 0.5, team_2: 0.5 } };
    const outsider = {
      ...held,
      chances: { ...even.chances, [winner]: 0.03, [opponentOf(winner)]: 0.97 },
    };
    expect(comebackClause(aReader(), even, winner)).toMatch(
      /^, after their chance of winning the match had dropped to \d+% \(\d-\d in set \d\)$/,
    );
    expect(comebackClause(aReader('es'), even, winner)).toMatch(
      / un \d+\s% de probabilidades de ganar \(\d-\d en el set \d\)$/,
    );
    expect(comebackClause(aReader(), { ...even, chances: null }, winner)).toBe('');
    expect(comebackClause(aReader(), outsider, winner)).toBe('');
  });
});
