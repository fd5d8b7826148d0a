import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import { liveCard } from '#src/render/match/live-card.ts';
import { scheduleLine } from '#src/render/lines/schedule-line.ts';
import { drawPairs } from '#src/render/posts/tournament-posts.ts';
import { aRubber } from '../domain/team-event.ts';
import { aHeld, aReader } from './held.ts';

const THIRD = aRubber(3, { status: 'live' });
const TIE = { score: { team_1: 1, team_2: 1 }, winner: null } as const;

const firstLine = (locale: Locale, coverScores = false): string | undefined =>
  liveCard(aReader(locale), aHeld(THIRD, { tie: TIE }), {
    coverScores,
    delay: 0,
    winProbability: true,
  })
    .embeds?.[0]?.description?.split('\n')
    .at(0);

describe('the card of a rubber', () => {
  it.each([
    ['en', 'Argentina 1–1 Italy · third rubber'],
    ['es', 'Argentina 1–1 Italia · tercer partido'],
    ['it', 'Argentina 1–1 Italia · terzo incontro'],
    ['fr', 'Argentine 1–1 Italie · troisième match'],
    ['pt', 'Argentina 1–1 Itália · terceiro jogo'],
  ] as const)('names its tie in %s', (locale, line) => {
    expect(firstLine(locale)).toBe(line);
  });

  it('covers the score of the tie when scores are covered', () => {
    expect(firstLine('en', true)).toBe('Argentina ||1–1|| Italy · third rubber');
  });

  it('shows the names of teams that are not nations, and omits an unknown score', () => {
    const tie = { group: null, teams: { team_1: 'Los *Toros*', team_2: 'IT' }, rubber: 1 };
    const held = aHeld({ ...THIRD, tie }, { tie: { score: null, winner: null } });
    const text = liveCard(aReader(), held).embeds?.[0]?.description;
    expect(text?.split('\n')[0]).toBe('Los \\*Toros\\* – Italy · first rubber');
  });
});

describe('a rubber that was not played', () => {
  const words = {
    en: 'Not played',
    es: 'No disputado',
    it: 'Non giocata',
    fr: 'Non joué',
    pt: 'Não disputada',
  };
  it.each(LOCALES)('is described as such in %s', (locale) => {
    const match = aRubber(3, { status: 'not_played', court: null });
    const card = liveCard(aReader(locale), aHeld(match)).embeds?.[0]?.description;
    expect(card?.split('\n').at(-1)).toBe(words[locale]);
    expect(scheduleLine(aReader(locale), match, null)).toContain(words[locale]);
    expect(card).not.toContain('not_played');
  });
});

it('new ties are listed once each, not by their matches', () => {
  const matches = [1, 2, 3].map((rubber) => aHeld(aRubber(rubber)));
  expect(drawPairs(aReader(), matches)).toEqual(['Argentina – Italy']);
});

it('a team that is not known yet is open', () => {
  const teams = { team_1: 'AR', team_2: null } as const;
  const rubber = aRubber(1, { tie: { group: null, teams, rubber: 1 } });
  expect(drawPairs(aReader(), [aHeld(rubber)])).toEqual(['Argentina – TBD']);
});
