import { leaderOf } from '../../domain/match/score.ts';
import type { ByTeam, Instant, Team } from '../../domain/terms.ts';
import { percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { facingSides, type Sides } from './contenders.ts';
import { blockElement, column, rowElement, textElement, THEME, type Element } from './element.ts';
import { duelTable, figureWidth, splitBar, type DuelRow } from './marks.ts';
import type { Picture } from './picture.ts';
import { poster } from './poster.ts';

interface SimulationPictureView {
  readonly teams: Sides;
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  readonly headline: string;
  /** What stands behind the chances, the most important first. */
  readonly rows: readonly DuelRow[];
  readonly alt: string;
  readonly readAt: Instant;
}

/** The share of the width between the sides. */
const MIDDLE = 0.42;

const ROWS = { inline: 3, phone: 4 } as const;

/** Both sides' chances: two big numbers and a bar, and below them what speaks for each. */
export const simulationPicture = (
  reader: Reader,
  { teams, chances, headline, rows, alt, readAt }: SimulationPictureView,
): Picture => {
  const { home, away } = percentages(reader.locale, chances);
  const letters = figureWidth(`${home}${away}`) + 1.1;
  const figures = (width: number, largest: number): Element =>
    rowElement(
      {
        ...{ flexShrink: 0, width },
        ...{ justifyContent: largest > width / 5 ? 'space-evenly' : 'space-between' },
        ...{ fontSize: Math.min(largest, width / letters), fontWeight: 800, lineHeight: 1 },
      },
      textElement({ flexShrink: 0, color: THEME.team_1 }, home),
      blockElement({ width: 4, borderRadius: 2, background: THEME.line }),
      textElement({ flexShrink: 0, color: THEME.team_2 }, away),
    );
  const texts = { kicker: reader.t('simulate.title'), headline, facts: alt, readAt };
  return poster(reader, texts, (page) => {
    const { format, width, sizes } = page;
    const shown = rows.slice(0, ROWS[format]);
    const bar = splitBar(width, sizes.normal, chances);
    return [
      ...(format === 'inline'
        ? [facingSides(reader, page, teams, figures(width * MIDDLE, width), 1 - MIDDLE), bar]
        : [
            column({ gap: sizes.fine / 2 }, figures(width, width / 5), bar),
            facingSides(reader, page, teams, rowElement({}), 0.97),
          ]),
      duelTable(page, shown, { padding: (format === 'inline' ? 24 : 110) / shown.length - 6 }),
    ];
  });
};

/** A favourite has more than this. */
const CLOSE = 0.53;

/** `Advantage Vega / Lamas`, or that it is open. */
export const chanceHeadline = (
  { t }: Reader,
  chances: ByTeam<number>,
  nameOf: (team: Team) => string,
): string => {
  const favourite = leaderOf(chances);
  if (favourite === null || chances[favourite] < CLOSE) return t('simulate.close');
  return t('simulate.favourite', { pair: nameOf(favourite) });
};
