import { EMBED_TITLE_MAX } from '../../discord/message-limits.ts';
import type { DayBoard } from '../../domain/alerts/board.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { formatSets } from '../../domain/match/score.ts';
import { phaseOf } from '../../domain/match/match.ts';
import { finalScoreOf, isStandingStill } from '../../domain/match/reading.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { TEAMS, type Instant } from '../../domain/terms.ts';
import { inOrderOfCourts } from '../../domain/tournament/order-of-play.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, shortened, timestamp } from '../../i18n/text.ts';
import { dotted, joinedLines, TEXT_MAX } from '../lines/lines.ts';
import { roundName, standstillText } from '../lines/match-line.ts';
import { shownSets } from '../lines/score.ts';
import { COLOURS, coveredCell, embedReply, type MessageBody } from '../message.ts';
import { disambiguator } from '../lines/disambiguation.ts';
import { seededName } from '../lines/names.ts';
import { plainTieTitle } from '../lines/ties.ts';
import { dayText, scheduledTime } from '../lines/time.ts';

interface BoardView extends DayBoard {
  readonly style: Pick<AlertSettings, 'coverScores'>;
}

type Section = 'playing' | 'toCome' | 'results' | 'tomorrow';

interface Item {
  readonly section: Section;
  readonly tournament: string;
  readonly line: string;
}

/** By what matters, for when not everything fits. */
const SECTIONS: readonly Section[] = ['playing', 'toCome', 'results', 'tomorrow'];

/** Of the next day, the first matches are enough. */
const TOMORROW_MAX = 4;

const COURT_MAX = 30;
const NAME_MAX = 60;
const TIE_MAX = 110;

/** The standing board of a channel: the day by tournament, then the next day. Shown as of a time, below. */
export const boardMessage = (reader: Reader, given: BoardView): MessageBody => {
  const { t } = reader;
  const view = given.style.coverScores ? inOneList(given) : given;
  const { playing, toCome, results, tomorrow } = view;
  const todays = playing.length + toCome.length + results.length;
  const total = todays + tomorrow.length;
  const before = todays === 0 ? [t('board.nothing'), ''] : [];
  const moreLine = (count: number): string =>
    t('labelled', {
      name: t('dailyDigest.more', { count }),
      value: `\`/${t('command.schedule.name')}\``,
    });
  const fixed = [...before, tomorrowTitle(reader, view), '', moreLine(total)];
  const shown = fitting(reader, view, TEXT_MAX - joinedLines(fixed).length);
  const today = shown.filter(({ section }) => section !== 'tomorrow');
  const more = total - shown.length;
  return embedReply({
    title: shortened(dayText(reader, view.date), EMBED_TITLE_MAX),
    description: [
      ...before,
      ...[...Map.groupBy(today, ({ tournament }) => tournament)].flatMap(([name, items]) => [
        headingOf(name),
        ...SECTIONS.flatMap((section) => sectionLines(reader, view, section, items)),
      ]),
      tomorrowTitle(reader, view),
      ...shown.filter(({ section }) => section === 'tomorrow').map(({ line }) => line),
      '',
      more === 0 ? null : moreLine(more),
    ],
    color: playing.length > 0 ? COLOURS.live : COLOURS.scheduled,
    content: `**${t('board.title')}**`,
  });
};

/** Where scores are covered, nothing tells how far a match is: not its section, nor its place. */
const inOneList = ({ playing, toCome, results, ...view }: BoardView): BoardView => ({
  ...view,
  playing: [],
  toCome: inOrderOfCourts([...playing, ...toCome, ...results]),
  results: [],
});

/** The board with the time of its update, which makes it no other board. */
export const boardAsOf = ({ t }: Reader, body: MessageBody, updatedAt: Instant): MessageBody => ({
  ...body,
  embeds: (body.embeds ?? []).map(({ description = '', ...embed }) => ({
    ...embed,
    description: `${description}\n-# ${t('card.updated', { when: timestamp(updatedAt, 'R') })}`,
  })),
});

const TITLES = {
  playing: ['🟢', 'form.playing'],
  toCome: ['🕒', 'board.toCome'],
  results: ['✅', 'alertType.result'],
} as const;

const headingOf = (tournament: string): string => `### ${tournament}`;

const sectionLines = (
  { t }: Reader,
  { style }: BoardView,
  section: Section,
  items: readonly Item[],
): readonly string[] => {
  const own = items.filter((item) => item.section === section);
  if (own.length === 0 || section === 'tomorrow') return [];
  const [sign, title] = TITLES[section];
  return [
    ...(style.coverScores ? [] : [`**${sign} ${t(title)}**`]),
    ...own.map(({ line }) => line),
    '',
  ];
};

const tomorrowTitle = ({ t }: Reader, { tomorrow }: BoardView): string =>
  tomorrow.length === 0
    ? t('board.noTomorrow')
    : `**${t('board.tomorrow', { count: tomorrow.length })}**`;

/** Writes the lines that fit with their headings, those first that matter most, and then no more. */
const fitting = (reader: Reader, view: BoardView, max: number): readonly Item[] => {
  const apart = disambiguator(
    SECTIONS.flatMap((section) => view[section]).map(({ match }) => match),
  );
  const items: Item[] = [];
  let length = 0;
  for (const section of SECTIONS) {
    for (const held of view[section].slice(0, section === 'tomorrow' ? TOMORROW_MAX : undefined)) {
      const tournament =
        outside(held.tournament?.name ?? '', NAME_MAX) || reader.t('form.unknownEvent');
      const line = matchLine(reader, { ...held, match: apart(held.match) }, view, section);
      const item = { section, tournament, line };
      const inTournament = items.filter((other) => other.tournament === tournament);
      const isInSection = inTournament.some((other) => other.section === section);
      const heading = inTournament.length > 0 ? [] : [headingOf(tournament)];
      const own = isInSection ? [line] : sectionLines(reader, view, section, [item]);
      const added = section === 'tomorrow' ? [line] : [...heading, ...own];
      length += joinedLines(added).length + 1;
      if (length > max) return items;
      items.push(item);
    }
  }
  return items;
};

const matchLine = (
  reader: Reader,
  held: TrackedMatch,
  { offsets, style }: BoardView,
  section: Section,
): string => {
  const { t } = reader;
  const { match } = held;
  const isCovered = style.coverScores;
  const names = TEAMS.map((team) => {
    const name = seededName(t, match, team);
    // The winner is a spoiler, too.
    return match.winner === team && !isCovered ? `**${name}**` : name;
  }).join(' – ');
  const what = dotted([
    section === 'tomorrow' ? outside(held.tournament?.name ?? '', NAME_MAX) : null,
    outside(match.court ?? '', COURT_MAX),
    match.category === null ? null : t(`category.${match.category}`),
    outside(roundName(t, held), 40),
    outside(plainTieTitle(reader, match) ?? '', TIE_MAX),
    held.delayedSince === null || isCovered
      ? null
      : t('card.delayed', { time: timestamp(held.delayedSince, 't') }),
  ]);
  const head = headText(reader, held, offsets.get(match.id) ?? null, isCovered);
  return joinedLines([dotted([head, names]), what === '' ? null : `-# ${what}`]);
};

/** The time of a match to come, the score of any other, and why it is not played. */
const headText = (
  reader: Reader,
  held: TrackedMatch,
  offset: number | null,
  isCovered: boolean,
): string => {
  const { match } = held;
  const phase = phaseOf(match.status);
  if (phase === 'upcoming') return scheduledTime(reader, match, offset);
  const standstill = phase === 'unknown' ? standstillText(reader, held, offset) : null;
  if (standstill !== null && !isStandingStill(held.state)) return standstill;
  const score = isCovered ? coveredCell(scoreText(reader, held)) : scoreText(reader, held);
  if (standstill !== null) return `${score} · ${standstill}`;
  return phase === 'playing' && !isCovered ? `**${score}**` : score;
};

const scoreText = ({ t }: Reader, { match, state }: TrackedMatch): string => {
  if (match.withheld.includes('score')) return t('player.notInPlan');
  if (match.status === 'walkover') return t('h2h.walkover');
  const score = formatSets(
    phaseOf(match.status) === 'over' ? finalScoreOf(state) : shownSets(match),
  );
  if (match.status === 'retired') return [score, t('schedule.retired')].filter(Boolean).join(' ');
  if (score !== '') return score;
  return t(phaseOf(match.status) === 'over' ? 'h2h.unscored' : 'follow.onCourt');
};
