import { leaderOf } from '../../domain/match/score.ts';
import type { ByTeam, Instant } from '../../domain/terms.ts';
import { percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { plainSideName } from '../lines/names.ts';
import { facingSides, wideSide, type Sides } from './contenders.ts';
import { column, rowElement, textElement, THEME } from './element.ts';
import { splitBar } from './marks.ts';
import type { Picture } from './picture.ts';
import { poster } from './poster.ts';

interface SimulationPictureView {
  readonly teams: Sides;
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  /** Sentences below the chances, not escaped. */
  readonly facts: readonly string[];
  readonly alt: string;
  readonly readAt: Instant;
}

/** The share of the width between the sides. */
const MIDDLE = 0.4;

/** Both sides' chances: two big numbers and a bar. */
export const simulationPicture = (
  reader: Reader,
  { teams, chances, facts, alt, readAt }: SimulationPictureView,
): Picture => {
  const { t, locale } = reader;
  const { home, away } = percentages(locale, chances);
  const letters = 0.95 * (home.length + away.length);
  return poster(
    reader,
    {
      kicker: t('simulate.title'),
      headline: chanceHeadline(reader, chances, (team) => plainSideName(teams, team)),
      facts: alt,
      readAt,
    },
    (page) => [
      ...(page.format === 'inline'
        ? [
            facingSides(
              reader,
              page,
              teams,
              rowElement(
                {
                  flexShrink: 0,
                  justifyContent: 'space-evenly',
                  width: page.width * MIDDLE,
                  fontSize: Math.min(page.sizes.figure, (page.width * MIDDLE) / letters),
                  fontWeight: 800,
                },
                textElement({ flexShrink: 0, color: THEME.team_1 }, home),
                textElement({ flexShrink: 0, color: THEME.team_2 }, away),
              ),
              1 - MIDDLE,
            ),
            splitBar(page.width, page.sizes.normal * 1.4, chances),
          ]
        : [
            wideSide(reader, page, teams, { team: 'team_1', figure: home }),
            splitBar(page.width, page.sizes.normal * 1.4, chances),
            wideSide(reader, page, teams, { team: 'team_2', figure: away }),
          ]),
      column(
        { fontSize: page.sizes.small, lineHeight: 1.25 },
        ...facts
          .slice(0, page.format === 'inline' ? 2 : 3)
          .map((fact) =>
            textElement({ maxWidth: page.width, wordBreak: 'normal', lineClamp: 2 }, fact),
          ),
      ),
    ],
  );
};

/** A favourite has more than this. */
const CLOSE = 0.53;

/** `61% for Vega / Lamas`, or that it is open. */
export const chanceHeadline = (
  { t, locale }: Reader,
  chances: ByTeam<number>,
  nameOf: (team: 'team_1' | 'team_2') => string,
): string => {
  const { home, away } = percentages(locale, chances);
  const favourite = leaderOf(chances);
  if (favourite === null || chances[favourite] < CLOSE) return t('simulate.close');
  const percent = favourite === 'team_1' ? home : away;
  return t('simulate.favourite', { percent, pair: nameOf(favourite) });
};
