import type { AboutMatch, Appointment } from '../domain/alert-events.ts';
import type { VenueOffset } from '../domain/alert-subject.ts';
import { expectedStart } from '../domain/beginnings.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { UPSET_BELOW } from '../domain/people.ts';
import { formatSet, leaderOf } from '../domain/score.ts';
import { opponentOf, type Instant } from '../domain/terms.ts';
import { percent } from '../i18n/format.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside, timestamp } from '../i18n/text.ts';
import { buttonRow } from './controls.ts';
import { startPost, type CardStyle } from './live-card.ts';
import { followButton, headToHeadButton, matchControl } from './match-controls.ts';
import { durationText, matchContext } from './match-line.ts';
import { COLOURS, covered, mentioning, type MessageBody, type Pings } from './message.ts';
import { teamName } from './names.ts';
import { resultSentence } from './result-text.ts';
import { scheduledTime, whenToBegin } from './schedule-time.ts';
import { venueOffset } from './venue.ts';

export interface MatchPostFacts {
  readonly event: AboutMatch;
  readonly held: HeldMatch;
  readonly pings: Pings;
  readonly correctedAt: Instant | null;
  readonly style: CardStyle;
  /** The venue's minutes ahead of UTC, where more is known than its country. */
  readonly offset?: VenueOffset;
}

type EventOf<Kind extends AboutMatch['kind']> = Extract<AboutMatch, { kind: Kind }>;

/** The message of news about one match. */
export const matchPost = (reader: Reader, facts: MatchPostFacts): MessageBody => {
  const { event, held, pings, style } = facts;
  switch (event.kind) {
    case 'start':
      return startPost(reader, held, pings, style);
    case 'game':
      return gamePost(reader, event, facts);
    case 'set':
      return setPost(reader, event, facts);
    case 'result':
      return resultPost(reader, event, facts);
    case 'correction':
      return correctionPost(reader, event, facts);
    case 'schedule':
      return schedulePost(reader, event, facts);
    case 'next':
      return nextPost(reader, event, facts);
    case 'reminder':
      return reminderPost(reader, event, facts);
  }
};

const namesOf = ({ match }: HeldMatch) => ({
  home: teamName(match, 'team_1'),
  away: teamName(match, 'team_2'),
});

const gamePost = ({ t }: Reader, event: EventOf<'game'>, facts: MatchPostFacts): MessageBody => {
  const { match } = facts.held;
  const sentence = t('post.game', {
    winner: teamName(match, event.winner),
    number: event.set,
    score: formatSet(event.score, event.winner),
  });
  return mentioning(facts.pings, hidden(facts, sentence));
};

const setPost = ({ t }: Reader, event: EventOf<'set'>, facts: MatchPostFacts): MessageBody => {
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
  const text = withCorrection(t, `${sentence}.`, facts.correctedAt);
  return mentioning(facts.pings, hidden(facts, text));
};

/** A covered sentence says, uncovered, whose it is. */
const hidden = ({ held, style }: MatchPostFacts, text: string): string => {
  if (!style.coverScores) return text;
  const { home, away } = namesOf(held);
  return `${home} – ${away}: ${covered(text, true)}`;
};

const resultPost = (
  reader: Reader,
  event: EventOf<'result'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { held, pings, style } = facts;
  const sentence = `${resultSentence(t, held.match, event)}.`;
  const meaning = covered(meaningOf(reader, event, held), style.coverScores);
  return {
    ...mentioning(pings, hidden(facts, withCorrection(t, sentence, facts.correctedAt))),
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

const correctionPost = (
  { t }: Reader,
  event: EventOf<'correction'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { match } = facts.held;
  const sentence = t('post.correction', {
    now: resultSentence(t, match, event.after),
    before: resultSentence(t, match, event.before),
  });
  return mentioning(facts.pings, hidden(facts, sentence));
};

const schedulePost = (
  reader: Reader,
  event: EventOf<'schedule'>,
  { held, pings, style, offset }: MatchPostFacts,
): MessageBody => {
  const whenOf = (appointment: Appointment): string => {
    const clock = offset ?? venueOffset(held, appointment.playedOn);
    return whenToBegin(reader, appointment, clock) ?? scheduledTime(reader, appointment, clock);
  };
  const { before, after } = event;
  const isOtherCourt =
    before.court !== null && after.court !== null && before.court !== after.court;
  const isOtherTime = !isOtherCourt || whenOf(before) !== whenOf(after);
  const said = (appointment: Appointment): string =>
    [
      isOtherTime ? whenOf(appointment) : null,
      isOtherCourt ? outside(appointment.court ?? '', 40) : null,
    ]
      .filter((part) => part !== null)
      .join(' · ');
  const values = { ...namesOf(held), now: said(after), before: said(before) };
  const elsewhere = isOtherTime ? 'post.movedAndCourt' : 'post.otherCourt';
  const sentence = reader.t(isOtherCourt ? elsewhere : 'post.moved', values);
  return withMatch(reader, held, style, mentioning(pings, sentence));
};

const nextPost = (
  reader: Reader,
  { minutes }: EventOf<'next'>,
  { held, pings, style, offset }: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { match } = held;
  const clock = offset ?? venueOffset(held, match.playedOn);
  const isTimed = expectedStart(match, clock) !== null;
  const when = isTimed ? scheduledTime(reader, match, clock) : '';
  const values = { ...namesOf(held), court: outside(match.court ?? '?', 40) };
  const sentence =
    minutes === null ? t('post.next', values) : t('post.nextSoon', { ...values, minutes });
  return withMatch(reader, held, style, mentioning(pings, sentence), when);
};

const reminderPost = (
  reader: Reader,
  { startsAt, isEstimated }: EventOf<'reminder'>,
  { held, pings, style }: MatchPostFacts,
): MessageBody => {
  const when = timestamp(startsAt, 'R');
  const key = isEstimated === true ? 'post.reminderEstimated' : 'post.reminder';
  const sentence = reader.t(key, { ...namesOf(held), when });
  return withMatch(reader, held, style, mentioning(pings, sentence));
};

/** What it is about, and a way to it; not to how it stands now where a channel is told later. */
const withMatch = (
  reader: Reader,
  held: HeldMatch,
  { delay }: CardStyle,
  body: MessageBody,
  when = '',
): MessageBody => ({
  ...body,
  embeds: [
    {
      author: { name: matchContext(reader.t, held) },
      ...(when === '' ? {} : { description: when }),
      color: COLOURS.scheduled,
    },
  ],
  components: buttonRow(
    ...(delay > 0
      ? []
      : [{ id: matchControl('card', held.match.id), label: reader.t('button.match') }]),
    ...headToHeadButton(reader, held),
    ...followButton(reader, held),
  ),
});
