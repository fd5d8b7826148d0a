import { MessageType } from 'discord-api-types/v10';
import { MOMENT_KINDS } from '#src/domain/alerts/kinds.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { formatSet, formatSets, isCompleteSet, winnerOfSets } from '#src/domain/match/score.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { kindOf, type Shown } from '../e2e/alert-record.ts';
import type { Listener } from './listeners.ts';

/** All that the local Discord saw, and what was played meanwhile. */
export interface Case {
  readonly listener: Listener;
  /** What was shown in the channel and in its threads. */
  readonly shown: readonly Shown[];
  /** The matches that were on. */
  readonly matches: readonly Truth[];
  /** When the bot first looked, and when all was over, milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What a judge has found. */
export interface Verdict {
  /** How many alerts were to be told, and were. */
  readonly told: number;
  /** How many key moments and upsets were told: which there are, nobody says. */
  readonly moments: number;
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** What is wrong besides: order, content, a card that is not final, a post of nothing known. */
  readonly wrong: readonly string[];
}

/** One message as it came about and as it was left. */
interface Told {
  readonly messageId: string;
  readonly alert: string;
  readonly isCard: boolean;
  readonly text: string;
  readonly isGone: boolean;
}

const textOf = ({ content, embeds }: ShownMessage): string =>
  [content, ...embeds.map(({ description = '' }) => description)].join('\n');

const isMomentKind = (alert: string): boolean => MOMENT_KINDS.some((kind) => kind === alert);

/** Whether a text names somebody: by one of their surnames, whichever they are called by. */
const names = (text: string, name: string): boolean =>
  name
    .split(' ')
    .slice(1)
    .some((surname) => text.includes(surname));

const isAbout =
  (text: string) =>
  ({ players }: Truth): boolean =>
    [...players.team_1, ...players.team_2].every((name) => names(text, name));

/** What a message tells: `start`, `set 2`, `result`; a quiet card is told nobody. */
const alertOf = (message: ShownMessage): string => {
  const kind = kindOf(message);
  return kind === 'set' ? `set ${/^Set (\d)/.exec(message.content)?.[1] ?? '?'}` : kind;
};

/** Ids of Discord's grow with time. */
const byAge = (a: Shown, b: Shown): number => (BigInt(a.messageId) < BigInt(b.messageId) ? -1 : 1);

/** The messages of a channel in the order in which they came, each as it was left. */
const messagesIn = (shown: readonly Shown[]): readonly Told[] =>
  shown
    .filter(({ type }) => type === 'message-create')
    .toSorted(byAge)
    .flatMap(({ messageId, message }) => {
      // Discord's note about a pin: the bot removes it, unless it is killed before.
      if (message === null || message.type === MessageType.ChannelPinnedMessage) return [];
      const alert = alertOf(message);
      const later = shown.filter((each) => each.messageId === messageId);
      const left = later.findLast((each) => each.message !== null)?.message ?? message;
      const isGone = later.some(({ type }) => type === 'message-delete');
      const isCard = alert === 'card' || alert === 'start';
      return [{ messageId, alert, isCard, text: textOf(left), isGone }];
    });

/** The words over a standing board, in English. */
const BOARD = '**Padel today**';

const isBoard = ({ text }: Told): boolean => text.startsWith(BOARD);

/** Each set as its post says it, and the whole score as the result does, with the set that decides. */
const setsSaid = ({ sets }: Truth): readonly string[] =>
  sets
    .filter((set, index) => isCompleteSet(set) && winnerOfSets(sets.slice(0, index + 1)) === null)
    .map((set) => formatSet(set, set.team_1 > set.team_2 ? 'team_1' : 'team_2'));

const scoreSaid = ({ sets, winner }: Truth): string => formatSets(sets, winner);

/** What the order of play demands: that it is moved, the start, the sets, the result. */
const ordered = (match: Truth): readonly string[] => [
  ...(match.movedAt === null ? [] : ['schedule']),
  'start',
  ...setsSaid(match).map((_, index) => `set ${index + 1}`),
  'result',
];

/**
 * Every alert that is still true exactly once, in the order of play, saying what is true; and one
 * card for each match, which ends on the final state. Of a match that was on when the bot first
 * looked only the result has to be told, of one that is still on only the start.
 */
export const judge = ({ listener, shown, matches, from, to }: Case): Verdict => {
  const messages = messagesIn(shown);
  const told = messages.filter((each) => !isBoard(each));
  const lost: string[] = [];
  const twice: string[] = [];
  const wrong: string[] = [];
  let due = 0;
  let momentsTold = 0;

  const judgeMatch = (match: Truth): void => {
    const of = told.filter(({ text }) => isAbout(text)(match));
    const name = `${listener.name}, match ${match.id}`;
    const hasBegun = (match.startsAt ?? match.closesAt) > from;
    const isOver = match.closesAt < to;
    const order = ordered(match);
    const expected = order.filter((alert) => {
      if (alert === 'result') return isOver;
      // Nobody is told that a match is moved once it has begun: whether there was time is left open.
      if (alert === 'schedule') return false;
      return hasBegun && (alert === 'start' || isOver);
    });
    due += expected.length;
    for (const alert of expected) {
      if (!of.some((each) => each.alert === alert)) lost.push(`${name}: ${alert}`);
    }
    const alerts = of
      .map(({ alert }) => alert)
      .filter((alert) => alert !== 'card' && !isMomentKind(alert));
    for (const alert of new Set(alerts)) {
      const times = alerts.filter((each) => each === alert).length;
      if (times > 1) twice.push(`${name}: ${alert} ${times} times`);
      if (!order.includes(alert)) wrong.push(`${name}: ${alert} is told`);
    }
    const inOrder = alerts.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    if (alerts.join() !== inOrder.join()) wrong.push(`${name}: told as ${alerts.join(', ')}`);
    judgeMoments(name, of);
    judgeWords(match, name, of, isOver);
    judgeCards(match, name, of, isOver);
  };

  /**
   * Which moments there are depends on what the bot saw of the points. Each is told once, within the
   * budget, only where it was chosen, between the start and the result, and in its own set.
   */
  const judgeMoments = (name: string, of: readonly Told[]): void => {
    const { kinds = [], momentsPerMatch = DEFAULT_SETTINGS.momentsPerMatch } = listener.settings;
    const moments = of.filter(({ alert }) => isMomentKind(alert));
    if (moments.length > momentsPerMatch) wrong.push(`${name}: ${moments.length} moments`);
    const games = new Set<string>();
    for (const { alert, text, messageId } of moments) {
      const [, game = '', set = ''] = /, (\d+-\d+) in set (\d)/.exec(text) ?? [];
      if (games.has(`${game} ${set}`)) twice.push(`${name}: ${game} in set ${set}`);
      games.add(`${game} ${set}`);
      if (!kinds.some((kind) => kind === alert)) wrong.push(`${name}: ${alert} is told`);
      const at = of.findIndex((each) => each.messageId === messageId);
      const after = of.slice(0, at).map((each) => each.alert);
      const late = ['result', `set ${set}`].filter((each) => after.includes(each));
      if (late.length > 0) wrong.push(`${name}: ${game} in set ${set} after ${late.join()}`);
      const next = `set ${Number(set) - 1}`;
      if (of.slice(at).some((each) => each.alert === next || each.alert === 'start')) {
        wrong.push(`${name}: ${game} in set ${set} before ${next}`);
      }
    }
    momentsTold += moments.length;
  };

  const judgeWords = (match: Truth, name: string, of: readonly Told[], isOver: boolean): void => {
    const says: Readonly<Record<string, string>> = {
      ...Object.fromEntries(setsSaid(match).map((set, index) => [`set ${index + 1}`, set])),
      ...(isOver ? { result: scoreSaid(match) } : {}),
    };
    for (const { alert, text } of of) {
      const said = says[alert];
      if (said !== undefined && !text.includes(said)) {
        wrong.push(`${name}: ${alert} should say ${said}: ${text}`);
      }
    }
  };

  const judgeCards = (match: Truth, name: string, of: readonly Told[], isOver: boolean): void => {
    const cards = of.filter(({ isCard, isGone }) => isCard && !isGone);
    const [card] = cards;
    if (cards.length !== 1) wrong.push(`${name}: ${cards.length} cards are left`);
    if (isOver && card !== undefined && !card.text.includes(`beat `)) {
      wrong.push(`${name}: its card is not final: ${card.text}`);
    }
    if (isOver && card !== undefined && !card.text.includes(scoreSaid(match))) {
      wrong.push(`${name}: its card should say ${scoreSaid(match)}: ${card.text}`);
    }
  };

  const followed = matches.filter(listener.follows);
  for (const match of followed) {
    if ((match.startsAt ?? match.closesAt) < to && match.closesAt > from) judgeMatch(match);
  }
  for (const { text } of told) {
    if (!followed.some(isAbout(text))) wrong.push(`${listener.name}: about nothing known: ${text}`);
  }
  const boards = messages.filter((each) => isBoard(each) && !each.isGone).length;
  const wanted = listener.settings.board === true ? 1 : 0;
  if (boards !== wanted) wrong.push(`${listener.name}: ${boards} standing boards are left`);
  return { told: due - lost.length, moments: momentsTold, lost, twice, wrong };
};
