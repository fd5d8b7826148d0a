import type { APIEmbedField } from 'discord-api-types/v10';
import { PERIODS, type PeriodName, type Career } from '../../domain/people/statistics.ts';
import { ROUNDS, type Category, type Round } from '../../domain/terms.ts';
import { decimal, integer, percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { controlId, menuRow, choices } from '../controls.ts';
import { categoryColour, type MessageBody, embedReply } from '../message.ts';
import { readAtLine } from '../lines/lines.ts';

export interface CareerFilter {
  readonly period: PeriodName;
  /** Null for all rounds. */
  readonly round: Round | null;
}

export interface CareerView {
  /** Whose results: the command that handles the menus, and the id for it. */
  readonly of: { readonly command: 'player' | 'pair'; readonly id: number };
  readonly name: string;
  readonly category: Category | null;
  readonly filter: CareerFilter;
  readonly career: Career;
  readonly readAt: number;
}

export const ANY_ROUND = 'any';

export const careerMessage = (reader: Reader, view: CareerView): MessageBody => {
  const { t } = reader;
  const { career, filter } = view;
  const { period, round } = filter;
  const hasPlayed = career.matchesPlayed !== 0;
  const scope = [
    t(`period.${period}`),
    round === null ? t('settings.anyRound') : t(`round.${round}`),
  ].join(' · ');
  return embedReply(
    {
      author: { name: t('button.statistics') },
      title: outside(view.name, 110),
      description: [
        `**${scope}**`,
        ...(hasPlayed ? [] : [t('career.none')]),
        readAtLine(t, view.readAt),
      ].join('\n'),
      color: categoryColour(view.category),
      fields: hasPlayed ? figureFields(reader, career, round) : [],
    },
    { components: [...periodMenu(reader, view), ...roundMenu(reader, view)] },
  );
};

/** Each menu's id carries the other menu's choice. */
const periodMenu = ({ t }: Reader, { of, filter }: CareerView) =>
  menuRow(
    controlId(of.command, 'period', of.id, filter.round ?? ANY_ROUND),
    t('career.choosePeriod'),
    choices(PERIODS, filter.period, (period) => t(`period.${period}`)),
  );

const roundMenu = ({ t }: Reader, { of, filter }: CareerView) =>
  menuRow(controlId(of.command, 'round', of.id, filter.period), t('career.chooseRound'), [
    { value: ANY_ROUND, label: t('settings.anyRound'), isChosen: filter.round === null },
    ...choices(ROUNDS, filter.round, (round) => t(`round.${round}`)),
  ]);

/** The round that a figure is about; other rounds leave it out. */
const ROUND_OF: Readonly<Record<string, Round | 'any'>> = {
  'career.titles': 1,
  'career.finals': 1,
  'career.semifinals': 2,
  'career.bestRound': 'any',
};

const isOfRound = (key: string, round: Round | null): boolean => {
  const own = ROUND_OF[key];
  return round === null || own === undefined || own === round;
};

const figureFields = (reader: Reader, career: Career, round: Round | null): APIEmbedField[] => {
  const { t, locale } = reader;
  const number = (value: number | null) => (value === null ? null : integer(locale, value));
  const best = career.bestRound === null ? null : t(`round.${career.bestRound}`);
  // Each figure names the service's fields it is made of.
  const figures = [
    ['career.matches', ['matches_played', 'matches_won'], matchesText(reader, career)],
    ['career.sets', ['sets_won', 'sets_lost'], setsText(reader, career)],
    ['career.games', ['games_won', 'games_lost'], gamesText(reader, career)],
    ['career.titles', ['titles'], number(career.titles)],
    ['career.finals', ['finals'], number(career.finals)],
    ['career.semifinals', ['semifinals'], number(career.semifinals)],
    ['career.bestRound', ['best_round'], best],
  ] as const;
  return figures.flatMap(([key, onWire, value]) => {
    if (!isOfRound(key, round)) return [];
    const isWithheld = onWire.some((field) => career.withheld.includes(field));
    const shown = isWithheld ? t('player.notInPlan') : value;
    return shown === null ? [] : [{ name: t(key), value: shown, inline: true }];
  });
};

const matchesText = ({ locale }: Reader, career: Career): string | null => {
  const { matchesPlayed, matchesWon, winPercentage } = career;
  if (matchesPlayed === null || matchesWon === null) return null;
  const record = balance(locale, matchesWon, matchesPlayed - matchesWon);
  const share = winPercentage === null ? null : percent(locale, winPercentage / 100);
  return share === null ? record : `${record} (${share})`;
};

const setsText = ({ t, locale }: Reader, career: Career): string | null =>
  career.setsWon === null || career.setsLost === null
    ? null
    : withMean(t, balance(locale, career.setsWon, career.setsLost), locale, career.setsPerMatch);

const gamesText = ({ t, locale }: Reader, career: Career): string | null =>
  career.gamesWon === null || career.gamesLost === null
    ? null
    : withMean(t, balance(locale, career.gamesWon, career.gamesLost), locale, career.gamesPerMatch);

const balance = (locale: Reader['locale'], won: number, lost: number): string =>
  `${integer(locale, won)}–${integer(locale, lost)}`;

const withMean = (
  t: Reader['t'],
  record: string,
  locale: Reader['locale'],
  mean: number | null,
): string =>
  mean === null ? record : t('career.perMatch', { record, mean: decimal(locale, mean) });
