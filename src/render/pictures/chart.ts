import type { DisplayNamed } from '../../domain/people/display-names.ts';
import { opponentOf, TEAMS, type ByTeam, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { avatar } from './contenders.ts';
import { column, rowElement, textElement, THEME, WRAPPED, type Element } from './element.ts';
import { figureWidth, winnerMark } from './marks.ts';
import type { Picture } from './picture.ts';
import type { ChartBox } from './plot.ts';
import { poster, type Page, type PosterTexts } from './poster.ts';

export interface ChartTexts extends PosterTexts {
  /** Not escaped; cut where they do not fit. */
  readonly names: ByTeam<string>;
  readonly teams: ByTeam<readonly DisplayNamed[]>;
  /** Marked with a tick; null while the match is not over. */
  readonly winner: Team | null;
  /** `Set 1`. */
  readonly set: (number: number) => string;
}

/** What stands beside a team's names; before it, small, what it counts or what it was at the start. */
interface Figure {
  readonly large: string;
  readonly small: string;
}

const HEIGHTS = { inline: 350, phone: 655 } as const;
const FIGURES = { inline: 104, phone: 132 } as const;
const GAP = 28;

/** What a team has of the width of a page: beside an inline chart, on a phone for its figure. */
const SIDES = { inline: 0.33, phone: 0.52 } as const;

/** What more a chart has on a phone takes so much of its height. */
const MORE = 205;

/** A chart and its teams with their figures: at its right, on a phone each on the side where it leads. */
export const chartPoster = (
  reader: Reader,
  texts: ChartTexts,
  figures: ByTeam<Figure>,
  chart: (box: ChartBox) => Element,
  more: (page: Page, top: Team) => Element | null = () => null,
): Picture =>
  poster(reader, texts, (page) => {
    const top = texts.winner ?? 'team_1';
    const { format, width } = page;
    const above = chartSide(page, top, texts, figures);
    const below = chartSide(page, opponentOf(top), texts, figures);
    const rest = format === 'inline' ? null : more(page, top);
    const height = HEIGHTS[format] - (rest === null ? 0 : MORE);
    if (format === 'phone') return [above, chart({ page, width, height, top }), below, rest];
    return [
      rowElement(
        { gap: GAP },
        chart({ page, width: width * (1 - SIDES.inline) - GAP, height, top }),
        column({ justifyContent: 'space-between' }, above, below),
      ),
    ];
  });

/** Of a letter, in its size. */
const LETTER = 0.62;

const longestOf = (words: readonly string[]): number =>
  Math.max(...words.map((word) => charactersOf(word).length));

/** A team's players, each on a line, and its figure: below them, on a phone beside them. */
const chartSide = (
  { format, width, sizes }: Page,
  team: Team,
  { names, teams, winner }: ChartTexts,
  figures: ByTeam<Figure>,
): Element => {
  const isInline = format === 'inline';
  const lines = figures[team].small.split(' ');
  const beside =
    1.15 * LETTER * sizes.fine * longestOf(TEAMS.flatMap((each) => figures[each].small.split(' ')));
  const digits = Math.max(...TEAMS.map((each) => figureWidth(figures[each].large)));
  const fontSize = Math.min(FIGURES[format], (width * SIDES[format] - beside - 12) / digits);
  const room = isInline ? width * SIDES.inline : width - digits * fontSize - beside - 2 * GAP;
  const mark = isInline ? sizes.normal * 1.2 : sizes.large;
  const players = names[team].split(' / ');
  const maxWidth = room - (winner === team ? 2 : 1) * (mark + 12);
  const longest = 1 + longestOf(players.flatMap((name) => name.split(/[\s-]/)));
  const name = {
    ...{ maxWidth, fontSize: Math.min(mark * 0.9, maxWidth / (LETTER * longest)), fontWeight: 700 },
    ...{ ...WRAPPED },
  };
  const besideStyle = { width: beside, fontSize: sizes.fine, lineHeight: 1.15, color: THEME.dim };
  return rowElement(
    {
      ...(isInline ? { width: room, flexDirection: 'column' } : { width, alignItems: 'center' }),
      ...{ justifyContent: 'space-between', gap: beside === 0 ? 10 : 0 },
      color: THEME[team],
    },
    rowElement(
      { alignItems: 'center', gap: 12, maxWidth: room },
      column(
        { gap: 4 },
        ...players.map((each, index) => {
          const player = teams[team][index];
          return rowElement(
            { alignItems: 'center', gap: 12 },
            player === undefined ? null : avatar(player, mark, THEME[team]),
            textElement(name, each),
          );
        }),
      ),
      winner === team ? winnerMark(team, mark) : null,
    ),
    rowElement(
      { flexShrink: 0, alignItems: 'center', gap: beside === 0 ? 0 : 12 },
      column(
        besideStyle,
        ...lines.map((each) => textElement({ textAlign: isInline ? 'left' : 'right' }, each)),
      ),
      textElement({ flexShrink: 0, fontSize, fontWeight: 800, lineHeight: 1 }, figures[team].large),
    ),
  );
};
