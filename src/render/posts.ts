import type { HeldMatch } from '../domain/held-match.ts';
import { UPSET_BELOW } from '../domain/people.ts';
import type { MatchEvent } from '../domain/match-events.ts';
import { formatSet } from '../domain/score.ts';
import { opponentOf, type Instant } from '../domain/terms.ts';
import { leaderOf } from '../domain/score.ts';
import { percent } from '../i18n/format.ts';
import { buttonRow } from './controls.ts';
import { headToHeadButton, matchControl } from './match-controls.ts';
import type { Reader } from '../i18n/i18n.ts';
import { startPost } from './live-card.ts';
import { durationText, matchContext } from './match-line.ts';
import { COLOURS, mentioning, NO_MENTIONS, type MessageBody } from './message.ts';
import { teamName } from './names.ts';
import { resultSentence } from './result-text.ts';
import { timestamp } from '../i18n/text.ts';

export interface PostFacts {
  readonly event: MatchEvent;
  readonly held: HeldMatch;
  /** Whom to ping: those who asked for it in this channel. */
  readonly memberIds: readonly string[];
  /** When the news was corrected; null as long as it stands as first told. */
  readonly correctedAt: Instant | null;
}

type EventOf<Kind extends MatchEvent['kind']> = Extract<MatchEvent, { kind: Kind }>;

/** The message of a piece of news, for one channel. */
export const post = (reader: Reader, facts: PostFacts): MessageBody => {
  const { event, held, memberIds } = facts;
  switch (event.kind) {
    case 'start':
      return startPost(reader, held, memberIds);
    case 'set':
      return setPost(reader, event, facts);
    case 'result':
      return resultPost(reader, event, facts);
  }
};

const setPost = ({ t }: Reader, event: EventOf<'set'>, facts: PostFacts): MessageBody => {
  const { match } = facts.held;
  const winner = leaderOf(event.score) ?? 'team_1';
  const values = {
    number: event.set,
    winner: teamName(match, winner),
    loser: teamName(match, opponentOf(winner)),
    score: formatSet(event.score, winner),
  };
  const sentence =
    event.minutes === null || event.minutes <= 0
      ? t('post.set', values)
      : t('post.setTimed', { ...values, duration: durationText(t, event.minutes) });
  // A set is told, not shouted: only start and result ping.
  return {
    content: withCorrection(t, `${sentence}.`, facts.correctedAt),
    allowed_mentions: NO_MENTIONS,
  };
};

const resultPost = (reader: Reader, event: EventOf<'result'>, facts: PostFacts): MessageBody => {
  const { t } = reader;
  const { held, memberIds } = facts;
  const sentence = `${resultSentence(t, held.match, event)}.`;
  const meaning = meaningOf(reader, event, held);
  return {
    ...mentioning(memberIds, withCorrection(t, sentence, facts.correctedAt)),
    embeds: [
      {
        author: { name: matchContext(t, held) },
        ...(meaning === '' ? {} : { description: meaning }),
        color: COLOURS.final,
      },
    ],
    components: buttonRow(
      { id: matchControl('card', held.match.id), label: t('button.match') },
      ...headToHeadButton(reader, held),
    ),
  };
};

const meaningOf = (
  { t, locale }: Reader,
  event: EventOf<'result'>,
  { match, chances }: HeldMatch,
): string => {
  // Who did not play has not been upset.
  const chance = event.status === 'walkover' ? 1 : (chances?.[event.winner] ?? 1);
  const next = match.round === null ? null : NEXT_ROUND[match.round];
  const parts = [
    match.round === 1 ? t('post.champions') : null,
    next === null ? null : t(`post.advance.${next}`),
    chance < UPSET_BELOW && event.status === 'finished'
      ? t('post.upset', { chance: percent(locale, chance) })
      : null,
    event.minutes === null ? null : `${durationText(t, event.minutes)}.`,
  ];
  return parts.filter((part) => part !== null).join(' ');
};

const NEXT_ROUND = { 1: null, 2: 1, 4: 2, 8: 4, 16: 8, 32: 16 } as const;

const withCorrection = (t: Reader['t'], sentence: string, correctedAt: Instant | null): string =>
  correctedAt === null
    ? sentence
    : `${sentence} (${t('post.corrected', { when: timestamp(correctedAt, 't') })})`;
