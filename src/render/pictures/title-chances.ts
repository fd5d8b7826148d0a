import type { Instant, Round } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import {
  blockElement,
  circle,
  column,
  flag,
  rowElement,
  textElement,
  THEME,
  WRAPPED,
  type Element,
} from './element.ts';
import { trophy } from './marks.ts';
import type { Picture } from './picture.ts';
import { poster, type Page } from './poster.ts';

export interface ChancesRow {
  readonly name: string;
  readonly countries: readonly (string | null)[];
  readonly isLit: boolean;
  /** To win a match of each round. */
  readonly wins: ReadonlyMap<Round, number>;
}

interface TitleChancesView {
  readonly kicker: string;
  readonly headline: string;
  readonly facts: string;
  readonly level: string;
  readonly readAt: Instant;
  /** The likeliest champions first. */
  readonly rows: readonly ChancesRow[];
  /** Rounds whose winners are open, the earliest first; the final last. */
  readonly rounds: readonly Round[];
  /** Where the winners of a round stand. */
  readonly reachedText: (round: Exclude<Round, 1>) => string;
}

/** The likeliest champions of a draw, with their chances to win it, and to get to each round. */
export const titleChancesPicture = (reader: Reader, view: TitleChancesView): Picture => {
  const { rows, rounds: open, reachedText, ...texts } = view;
  const rounds = open.toReversed();
  return poster(
    reader,
    { ...texts, emblem: ({ format }) => trophy(format === 'inline' ? 104 : 150, THEME.background) },
    (page) => {
      const form = { rounds, ...rowForm(page, rows, rounds.length) };
      return [
        column(
          {
            flexGrow: 1,
            justifyContent: form.isFew ? 'center' : 'space-between',
            gap: form.isFew ? page.sizes.normal : 2,
          },
          heads(page, rounds, reachedText),
          ...rows.map((row, at) => contenderRow(reader, page, { ...form, row, place: at + 1 })),
        ),
      ];
    },
  );
};

/** The room of names and bars, and one size for all names; only one that is cut even in the least is smaller. */
const rowForm = ({ format, width, sizes }: Page, rows: readonly ChancesRow[], columns: number) => {
  const [isInline, isFew] = [format === 'inline', rows.length <= FEW];
  const signs = Math.max(...rows.map(({ countries }) => countries.length));
  const flags = signs * (sizes.fine + 4) + 6;
  const room = width - columns * (CELLS[format] + 6) - 1.8 * sizes.fine - flags - 18;
  // Beside the name, on a phone below it.
  const longest = Math.max(1, ...rows.map(({ name }) => charactersOf(name).length));
  const least = Math.min(0.7 * room, 0.62 * sizes.small * longest);
  const named = isInline ? Math.max(least, room - 260) : room;
  const fit = ({ name }: ChancesRow): number =>
    ((isFew ? 1.7 : 0.98) * named - 8) / (0.58 * Math.max(1, charactersOf(name).length));
  const most = (isInline ? 1 : 1.1) * (isFew ? 1.3 : 1) * sizes.small;
  const common = Math.max(LEAST, Math.min(most, ...rows.map(fit)));
  const sizeOf = (row: ChancesRow) => Math.max(0.6 * sizes.small, Math.min(common, fit(row)));
  const [long, best] = [isInline ? room - named - 16 : named, rows.map(titleOf)];
  const barOf = (row: ChancesRow) => Math.max(4, (long * titleOf(row)) / Math.max(...best));
  return { isFew, isInline, flags, named, sizeOf, barOf };
};

const titleOf = ({ wins }: ChancesRow): number => wins.get(1) ?? 0;

/** Of a name beside others. */
const LEAST = 24;

/** Rows that would stand far apart over a whole page. */
const FEW = 5;

const CELLS = { inline: 140, phone: 122 } as const;

/** The size in which the longest word of a head fits. */
const headSize = (page: Page, text: string): number => {
  const longest = Math.max(...text.split(' ').map((word) => charactersOf(word).length));
  return Math.min(page.sizes.fine * 0.85, (CELLS[page.format] + 4) / (0.53 * longest));
};

const heads = (
  page: Page,
  rounds: readonly Round[],
  reachedText: TitleChancesView['reachedText'],
): Element =>
  rowElement(
    { width: page.width, justifyContent: 'flex-end', alignItems: 'flex-end', gap: 6 },
    ...rounds.map((round) =>
      rowElement(
        { width: CELLS[page.format], justifyContent: 'center' },
        round === 1
          ? trophy(page.sizes.normal, THEME.brand)
          : textElement(
              {
                ...{ fontSize: headSize(page, reachedText(round)), color: THEME.dim },
                ...{ textAlign: 'center', ...WRAPPED },
              },
              reachedText(round),
            ),
      ),
    ),
  );

/** On the strongest, letters have a contrast of 4.6. */
const STRONGEST = 0.4;
const PANEL = [0x1a, 0x20, 0x27];
const BALL = [0xd9, 0xef, 0x5b];

/** From the panel to the ball's colour by the chance, in few steps: each colour makes the file larger. */
const shade = (chance: number): string => {
  const share = (STRONGEST * Math.round(Math.round(chance * 100) / 12.5)) / 8;
  const mixed = PANEL.map((dark, at) => Math.round(dark + ((BALL[at] ?? 0) - dark) * share));
  return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
};

const contenderRow = (
  { locale }: Reader,
  page: Page,
  form: ReturnType<typeof rowForm> &
    Readonly<{ rounds: readonly Round[]; row: ChancesRow; place: number }>,
): Element => {
  const { format, width, sizes } = page;
  const { row, place, isInline, isFew } = form;
  const { name, countries, isLit, wins } = row;
  const height = (isInline ? 34 : 84) * (isFew ? 2 : 1);
  const cell = CELLS[format];
  const flags = countries.flatMap((country) => flag(country, sizes.fine) ?? []);
  return rowElement(
    { width, height, alignItems: 'center', gap: 6 },
    rowElement(
      { width: 1.8 * sizes.fine, flexShrink: 0, alignItems: 'center', gap: 6 },
      textElement({ fontSize: sizes.fine, color: THEME.dim }, String(place)),
      isLit ? circle(MARK, { background: THEME.brand }) : null,
    ),
    rowElement({ gap: 4, flexShrink: 0, width: form.flags }, ...flags),
    rowElement(
      {
        ...{ flexGrow: 1, flexBasis: 0, minWidth: 0, gap: isInline ? 16 : 8 },
        ...(isInline ? { alignItems: 'center' } : { flexDirection: 'column' }),
      },
      textElement(
        {
          ...{ width: form.named, fontSize: form.sizeOf(row), fontWeight: 700, lineHeight: 1.1 },
          ...{ lineClamp: isInline && !isFew ? 1 : 2, wordBreak: 'break-word' },
        },
        name,
      ),
      blockElement({
        ...{ width: form.barOf(row), height: isInline ? 20 : 16 },
        ...{ borderRadius: 6, background: THEME.brand },
      }),
    ),
    ...form.rounds.map((round) => {
      const chance = wins.get(round) ?? 0;
      return rowElement(
        {
          ...{ width: cell, height, flexShrink: 0, borderRadius: 8 },
          ...{ alignItems: 'center', justifyContent: 'center', background: shade(chance) },
        },
        textElement(
          {
            fontSize: round === 1 ? sizes.normal : sizes.small,
            fontWeight: round === 1 ? 800 : 500,
          },
          chance > 0 && chance < 0.005 ? `<${percent(locale, 0.01)}` : percent(locale, chance),
        ),
      );
    }),
  );
};

/** Of whom the reader follows: a ball. */
const MARK = 14;
