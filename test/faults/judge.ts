import { MessageType } from 'discord-api-types/v10';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { MOMENTS_PER_MATCH } from '#src/domain/alerts/moments.ts';
import { formatSet, formatSets, isCompleteSet, winnerOfSets } from '#src/domain/match/score.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { kindOf, type Shown } from '../e2e/alert-record.ts';
import type { Listener } from './listeners.ts';

/** What one listener's channels showed, and what was played meanwhile. */
export interface Case {
  readonly listener: Listener;
  /** The messages of the channel and its threads, with every change. */
  readonly shown: readonly Shown[];
  /** All matches of the day. */
  readonly matches: readonly Truth[];
  /** When the bot first read the data, milliseconds since 1970. */
  readonly from: number;
  /** Until when the judge looks at the matches, milliseconds since 1970. */
  readonly to: number;
}

export interface Verdict {
  /** How many of the expected alerts were delivered. */
  readonly delivered: number;
  /** How many key moments and upsets were posted; how many there should be is unknown. */
  readonly moments: number;
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Other faults: order, content, a card that is not final, a post about an unknown match. */
  readonly wrong: readonly string[];
}

/** One message: what it announced when it was posted, and its last text. */
interface Post {
  readonly messageId: string;
  readonly alert: string;
  readonly isCard: boolean;
  readonly text: string;
  readonly isGone: boolean;
}

const textOf = ({ content, embeds }: ShownMessage): string =>
  [content, ...embeds.map(({ description = '' }) => description)].join('\n');

const isMomentKind = (alert: string): boolean => alert === 'key' || alert === 'upset';

/** Whether a text contains one of a player's surnames; a player can be called by either. */
const names = (text: string, name: string): boolean =>
  name
    .split(' ')
    .slice(1)
    .some((surname) => text.includes(surname));

export const isAbout = (text: string) => {
  // A result also names who may come next.
  const own = text.replace(/ Next opponents: [^\n]*/, '');
  return ({ players }: Truth): boolean =>
    [...players.team_1, ...players.team_2].every((name) => names(own, name));
};

/** What a message announces: `start`, `set 2`, `result`, …; `card` is a silent post. */
const alertOf = (message: ShownMessage): string => {
  const kind = kindOf(message);
  return kind === 'set' ? `set ${/^Set (\d)/.exec(message.content)?.[1] ?? '?'}` : kind;
};

/** Discord's ids grow with time. */
const byAge = (a: Shown, b: Shown): number => (BigInt(a.messageId) < BigInt(b.messageId) ? -1 : 1);

/** The messages of a channel in the order in which they were posted, each with its last text. */
const messagesIn = (shown: readonly Shown[]): readonly Post[] =>
  shown
    .filter(({ type }) => type === 'message-create')
    .toSorted(byAge)
    .flatMap(({ messageId, message }) => {
      // Discord's system message about a pin: the bot deletes it, unless it is killed before.
      if (message === null || message.type === MessageType.ChannelPinnedMessage) return [];
      const alert = alertOf(message);
      const later = shown.filter((each) => each.messageId === messageId);
      const left = later.findLast((each) => each.message !== null)?.message ?? message;
      const isGone = later.some(({ type }) => type === 'message-delete');
      const isCard = alert === 'card' || alert === 'start';
      return [{ messageId, alert, isCard, text: textOf(left), isGone }];
    });

/** The heading of a standing board, in English. */
const BOARD = '**Padel today**';

const isBoard = ({ text }: Post): boolean => text.startsWith(BOARD);

/** Whom the last word of a moment calls the winner. */
const winnerSaid = (text: string): string => {
  const told = /\*\*([^*]+)\*\* (?:won the match|won it, and the match|held on and won)\./;
  const outsider = /\*\*([^*]+)\*\* are at .* It came true/s;
  return (told.exec(text) ?? outsider.exec(text))?.[1] ?? '';
};

const hasTrueEnding = ({ players, status, winner }: Truth, text: string): boolean =>
  status === 'finished'
    ? players[winner].every((name) => names(winnerSaid(text), name))
    : text.includes('The match ended early.');

/** The score of each set that gets an alert: not the set that decides the match. */
const setsSaid = ({ sets }: Truth): readonly string[] =>
  sets
    .filter((set, index) => isCompleteSet(set) && winnerOfSets(sets.slice(0, index + 1)) === null)
    .map((set) => formatSet(set, set.team_1 > set.team_2 ? 'team_1' : 'team_2'));

/** The whole score as the result alert shows it, including the deciding set. */
const scoreSaid = ({ sets, winner }: Truth): string => formatSets(sets, winner);

/** The alerts of a match in their right order: schedule change, start, sets, result. */
const ordered = (match: Truth): readonly string[] => [
  ...(match.movedAt === null ? [] : ['schedule']),
  'start',
  ...setsSaid(match).map((_, index) => `set ${index + 1}`),
  'result',
];

/**
 * Checks that every expected alert was posted exactly once, in the order of play and with the right
 * content, and that each match has one card that ends in the final state. A match that was already
 * live at the bot's first read needs only its result, one that is still live only its start.
 */
export const judge = ({ listener, shown, matches, from, to }: Case): Verdict => {
  const messages = messagesIn(shown);
  const posts = messages.filter((each) => !isBoard(each));
  const lost: string[] = [];
  const twice: string[] = [];
  const wrong: string[] = [];
  let due = 0;
  let momentsPosted = 0;

  const judgeMatch = (match: Truth): void => {
    const of = posts.filter(({ text }) => isAbout(text)(match));
    const name = `${listener.name}, match ${match.id}`;
    const hasBegun = (match.startsAt ?? match.closesAt) > from;
    const isOver = match.closesAt < to;
    const order = ordered(match);
    const expected = order.filter((alert) => {
      if (alert === 'result') return isOver;
      // Not posted once the match has begun: whether there was time for it cannot be known here.
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
      if (!order.includes(alert)) wrong.push(`${name}: ${alert} is posted`);
    }
    const inOrder = alerts.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    if (alerts.join() !== inOrder.join()) wrong.push(`${name}: posted as ${alerts.join(', ')}`);
    judgeMoments(match, name, of, isOver);
    judgeWords(match, name, of, isOver);
    judgeCards(match, name, of, isOver);
  };

  /**
   * Which moments there are depends on which points the bot saw. Each is posted at most once,
   * within the limit per match beside one upset watch, only if the listener chose its kind, between
   * the start and the result, and during its own set. Its last word is who won.
   */
  const judgeMoments = (match: Truth, name: string, of: readonly Post[], isOver: boolean): void => {
    const { types = DEFAULT_SETTINGS.types } = listener.settings;
    const moments = of.filter(({ alert }) => isMomentKind(alert));
    const upsets = moments.filter(({ alert }) => alert === 'upset').length;
    if (upsets > 1 || moments.length - upsets > MOMENTS_PER_MATCH) {
      wrong.push(`${name}: ${moments.length} moments, ${upsets} of them upsets`);
    }
    const games = new Set<string>();
    for (const { alert, text, messageId } of moments) {
      const [, game = '', set = ''] = /(\d+-\d+|tie-break) (?:in|of) set (\d)/.exec(text) ?? [];
      if (isOver && !hasTrueEnding(match, text)) {
        wrong.push(`${name}: ${game} in set ${set} does not end truly: ${text}`);
      }
      if (games.has(`${game} ${set}`)) twice.push(`${name}: ${game} in set ${set}`);
      games.add(`${game} ${set}`);
      if (!types.includes('moment')) wrong.push(`${name}: ${alert} is posted`);
      const at = of.findIndex((each) => each.messageId === messageId);
      const after = of.slice(0, at).map((each) => each.alert);
      const late = ['result', `set ${set}`].filter((each) => after.includes(each));
      if (late.length > 0) wrong.push(`${name}: ${game} in set ${set} after ${late.join()}`);
      const next = `set ${Number(set) - 1}`;
      if (of.slice(at).some((each) => each.alert === next || each.alert === 'start')) {
        wrong.push(`${name}: ${game} in set ${set} before ${next}`);
      }
    }
    momentsPosted += moments.length;
  };

  const judgeWords = (match: Truth, name: string, of: readonly Post[], isOver: boolean): void => {
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

  const judgeCards = (match: Truth, name: string, of: readonly Post[], isOver: boolean): void => {
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
  for (const { text } of posts) {
    if (!followed.some(isAbout(text))) wrong.push(`${listener.name}: about no match: ${text}`);
  }
  const boards = messages.filter((each) => isBoard(each) && !each.isGone).length;
  const wanted = listener.settings.board === true ? 1 : 0;
  if (boards !== wanted) wrong.push(`${listener.name}: ${boards} standing boards are left`);
  return { delivered: due - lost.length, moments: momentsPosted, lost, twice, wrong };
};
