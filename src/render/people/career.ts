import type { APIEmbedField } from 'discord-api-types/v10';
import { PERIODS, type PeriodName, type Career } from '../../domain/people/statistics.ts';
import { ROUNDS, type Category, type Round } from '../../domain/terms.ts';
import { decimal, integer, percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { controlId, menuRow, choices } from '../controls.ts';
import { categoryColour, type MessageBody, embedReply, factFields } from '../message.ts';
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
  const scope = `${t(`period.${period}`)} · ${t(round === null ? 'settings.anyRound' : `round.${round}`)}`;
  return embedReply({
    author: t('button.statistics'),
    title: outside(view.name, 110),
    description: [`**${scope}**`, hasPlayed ? null : t('career.none'), readAtLine(t, view.readAt)],
    color: categoryColour(view.category),
    fields: hasPlayed ? figureFields(reader, career, round) : [],
    components: [...periodMenu(reader, view), ...roundMenu(reader, view)],
  });
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
    [
      'career.sets',
      ['sets_won', 'sets_lost'],
      withMean(reader, balance(locale, career.setsWon, career.setsLost), career.setsPerMatch),
    ],
    [
      'career.games',
      ['games_won', 'games_lost'],
      withMean(reader, balance(locale, career.gamesWon, career.gamesLost), career.gamesPerMatch),
    ],
    ['career.titles', ['titles'], number(career.titles)],
    ['career.finals', ['finals'], number(career.finals)],
    ['career.semifinals', ['semifinals'], number(career.semifinals)],
    ['career.bestRound', ['best_round'], best],
  ] as const;
  const ofRound = figures.filter(([key]) => isOfRound(key, round));
  return factFields(
    ofRound.map(([key, onWire, value]) => [
      t(key),
      onWire.some((field) => career.withheld.includes(field)) ? t('player.notInPlan') : value,
    ]),
  );
};

const matchesText = (
  { locale }: Reader,
  { matchesPlayed, matchesWon, winPercentage }: Career,
): string | null => {
  const record = balance(
    locale,
    matchesWon,
    matchesPlayed === null ? null : matchesPlayed - (matchesWon ?? 0),
  );
  return record === null || winPercentage === null
    ? record
    : `${record} (${percent(locale, winPercentage / 100)})`;
};

const balance = (
  locale: Reader['locale'],
  won: number | null,
  lost: number | null,
): string | null =>
  won === null || lost === null ? null : `${integer(locale, won)}–${integer(locale, lost)}`;

/** What was won and lost, and how much that is per match. */
const withMean = (
  { t, locale }: Reader,
  record: string | null,
  mean: number | null,
): string | null =>
  record === null || mean === null
    ? record
    : t('career.perMatch', { record, mean: decimal(locale, mean) });
