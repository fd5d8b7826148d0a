import type { DrawOdds, TitleChance } from '../../domain/tournament/odds.ts';
import type { Round } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain } from '../../i18n/text.ts';
import { dotted, readAtLine } from '../lines/lines.ts';
import { categoryColour, embedReply, type MessageBody } from '../message.ts';
import { contenderName } from '../lines/ties.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import { titleChancesPicture } from '../pictures/title-chances.ts';
import { plainTitle } from './card.ts';
import { tournamentControl, tournamentControls } from './controls.ts';
import type { DrawPage } from './draw.ts';

/** Likeliest champions that are shown. */
const ROWS = 10;

/** Rounds whose chances are shown: what lies further ahead is told by the title's. */
const COLUMNS = 4;

/** The last rounds whose winners are open, the earliest first. */
const openRounds = ({ contenders }: DrawOdds): readonly Round[] => {
  const rounds = [...new Set(contenders.flatMap(({ wins }) => [...wins.keys()]))];
  const isOpen = (round: Round): boolean =>
    contenders.some(({ wins }) => (wins.get(round) ?? 0) > 0 && (wins.get(round) ?? 0) < 1);
  return rounds
    .filter(isOpen)
    .toSorted((a, b) => b - a)
    .slice(-COLUMNS);
};

const titleOf = ({ wins }: TitleChance): number => wins.get(1) ?? 0;

/** Whoever wins a match of a round stands in the next. */
export const nextRoundText = ({ t }: Reader, round: Exclude<Round, 1>): string =>
  t(`round.${({ 2: 1, 4: 2, 8: 4, 16: 8, 32: 16 } as const)[round]}`);

const rowText = (reader: Reader, each: TitleChance, rounds: readonly Round[]): string => {
  const { locale } = reader;
  const ways = rounds.toReversed().flatMap((round) => {
    const chance = each.wins.get(round) ?? 0;
    return round === 1 || chance === 0
      ? []
      : [`${nextRoundText(reader, round)} ${percent(locale, chance)}`];
  });
  return `**${percent(locale, titleOf(each))}** ${outside(contenderName(reader, each.contender), 80)}${ways.length === 0 ? '' : ` · ${ways.join(' · ')}`}`;
};

const rowsText = (reader: Reader, odds: DrawOdds): readonly string[] => {
  const rounds = openRounds(odds);
  return odds.contenders
    .slice(0, ROWS)
    .map((each, at) => `${at + 1}. ${rowText(reader, each, rounds)}`);
};

const headlineOf = (reader: Reader, favourite: TitleChance): string =>
  reader.t('tournament.chances.headline', {
    pair: contenderName(reader, favourite.contender),
    chance: percent(reader.locale, titleOf(favourite)),
  });

interface Known {
  /** Of players whose row stands out. */
  readonly followed: readonly number[];
  readonly countryOf: (playerId: number) => string | null;
}

/** The poster of a draw's likeliest champions; null where their chances are unknown. */
export const chancesImage = (
  reader: Reader,
  { odds, category, tournament, readAt }: DrawPage,
  { followed, countryOf }: Known,
): Picture | null => {
  const [favourite] = odds?.contenders ?? [];
  if (odds === null || favourite === undefined) return null;
  const { t } = reader;
  const rounds = openRounds(odds);
  const shown = odds.contenders.slice(0, ROWS);
  const rows = rowsText(reader, odds);
  const kicker = dotted([outsidePlain(tournament.name, 60), t(`category.${category}`)]);
  const told = rows.map((row) => row.replaceAll(/[*\\]/g, ''));
  const isLit = ({ contender }: TitleChance): boolean =>
    contender.players.some(({ id }) => followed.includes(id));
  const lit = shown.filter(isLit).map(({ contender }) => contenderName(reader, contender));
  const mark = lit.length === 0 ? '' : `. ${t('why.followed', { names: lit.join(', ') })}`;
  return titleChancesPicture(reader, {
    kicker,
    headline: headlineOf(reader, favourite),
    facts: `${kicker}. ${told.join('; ')}${mark}`,
    level: tournament.level,
    readAt,
    rounds,
    reachedText: (round) => nextRoundText(reader, round),
    rows: shown.map((each) => ({
      name: contenderName(reader, each.contender),
      countries: each.contender.players.map(({ id }) => countryOf(id)),
      isLit: isLit(each),
      wins: each.wins,
    })),
  });
};

export const chancesMessage = (
  reader: Reader,
  view: DrawPage,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  const { odds, tournament, matches, category, readAt } = view;
  return embedReply({
    author: dotted([t('tournament.chances.title'), t(`category.${category}`)]),
    title: plainTitle(tournament),
    description: [
      ...(odds === null ? [] : rowsText(reader, odds)),
      t(odds === null ? 'tournament.chances.none' : 'tournament.chances.origin'),
      readAtLine(t, readAt),
    ],
    color: categoryColour(category),
    components: tournamentControls(reader, {
      tournament,
      matches,
      view: { kind: 'chances', category },
    }),
    picture,
    share: tournamentControl('chances', tournament.id, category),
  });
};
