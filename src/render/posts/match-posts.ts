import type { AboutMatch, Appointment, MomentEvent } from '../../domain/alerts/events.ts';
import type { VenueOffset } from '../../domain/alerts/subject.ts';
import { expectedStart } from '../../domain/match/expected-start.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { formatSet, leaderOf } from '../../domain/match/score.ts';
import { opponentOf, type Instant } from '../../domain/terms.ts';
import { withoutLabelRemark } from '../../domain/match/appointment.ts';
import { matchOffset, venueOffset } from '../../domain/tournament/venue-clock.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow } from '../controls.ts';
import { startPost, type CardStyle } from '../match/live-card.ts';
import { comebackClause } from '../match/probability-curve.ts';
import {
  catchUpButton,
  followButton,
  headToHeadButton,
  matchControl,
  videoRow,
} from '../match/controls.ts';
import { durationText, matchContext } from '../match/line.ts';
import { COLOURS, covered, mentioning, type MessageBody, type Pings } from '../message.ts';
import { teamName } from '../people/names.ts';
import { momentText } from './moment-posts.ts';
import { onwards, resultHeadline, resultMeaning, resultSentence } from '../match/result.ts';
import { scheduledTime, whenToBegin } from '../schedule/time.ts';
import {
  deciderText,
  plainTieTitle,
  tieMeaning,
  tieSentence,
  tieTeam,
} from '../tournament/ties.ts';
import { dotted } from '../lines.ts';

interface MatchPostFacts {
  readonly event: AboutMatch;
  readonly held: TrackedMatch;
  readonly pings: Pings;
  readonly correctedAt: Instant | null;
  readonly style: CardStyle;
  /** The venue's UTC offset, if known from more than match and country. */
  readonly offset?: VenueOffset;
}

type EventOf<Kind extends AboutMatch['kind']> = Extract<AboutMatch, { kind: Kind }>;

export const matchPost = (reader: Reader, facts: MatchPostFacts): MessageBody => {
  const { event, held, pings, style } = facts;
  switch (event.kind) {
    case 'start':
      return startPost(reader, held, pings, style);
    case 'key':
    case 'upset':
      return momentPost(reader, event, facts);
    case 'set':
      return setPost(reader, event, facts);
    case 'result':
      return resultPost(reader, event, facts);
    case 'tie':
      return tiePost(reader, event, facts);
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

const namesOf = ({ match }: TrackedMatch) => ({
  home: teamName(match, 'team_1'),
  away: teamName(match, 'team_2'),
});

const momentPost = (reader: Reader, event: MomentEvent, facts: MatchPostFacts): MessageBody => {
  const { held, pings, style } = facts;
  const button = { id: matchControl('card', held.match.id), label: reader.t('button.match') };
  return {
    ...mentioning(
      pings,
      hidden(
        reader.t,
        facts,
        withCorrection(reader.t, momentText(reader, held, event), facts.correctedAt),
      ),
    ),
    // Where alerts are delayed, the card behind the button would be ahead of them.
    ...(style.delay > 0 ? {} : { components: buttonRow(button) }),
  };
};

const setPost = (reader: Reader, event: EventOf<'set'>, facts: MatchPostFacts): MessageBody => {
  const { t } = reader;
  const { match } = facts.held;
  const winner = leaderOf(event.score) ?? 'team_1';
  const values = {
    number: event.set,
    winner: teamName(match, winner),
    loser: teamName(match, opponentOf(winner)),
    score: formatSet(event.score, winner),
  };
  const said =
    event.minutes === null || event.minutes <= 0
      ? t('post.set', values)
      : `${t('post.set', values)} (${durationText(event.minutes)})`;
  const comeback = facts.style.winProbability
    ? comebackClause(reader, facts.held, winner, event.set)
    : '';
  const sentence =
    event.withdrawn === true
      ? t('post.setWithdrawn', { ...namesOf(facts.held), number: event.set })
      : `${said}${comeback}`;
  const text = withCorrection(t, `${sentence}.`, facts.correctedAt);
  return facts.style.coverScores
    ? outcomePost(reader, facts, text, '')
    : mentioning(facts.pings, text);
};

/** The characters under the cover of a post: a set, a result and a moment look alike. */
const COVERED_ROOM = 120;

/** Covers the sentence, with the teams before it: a reader must know which match it is. */
const hidden = (
  t: Reader['t'],
  { held, style }: MatchPostFacts,
  text: string,
  { home, away } = namesOf(held),
): string =>
  style.coverScores
    ? t('labelled', { name: `${home} – ${away}`, value: covered(text, true, COVERED_ROOM) })
    : text;

/**
 * The post of a match that is over: a sentence, what it means, and where to go on. Where scores are covered, the
 * post of a set, too: its shape must not tell it from a result.
 */
const outcomePost = (
  reader: Reader,
  facts: MatchPostFacts,
  sentence: string,
  meaning: string,
  names = namesOf(facts.held),
): MessageBody => {
  const { pings, style } = facts;
  const said = style.coverScores ? dotted([sentence, meaning]) : sentence;
  return {
    ...mentioning(pings, hidden(reader.t, facts, said, names)),
    ...withOutcome(reader, facts, style.coverScores ? '' : meaning),
  };
};

const withOutcome = (
  reader: Reader,
  { held, style }: Pick<MatchPostFacts, 'held' | 'style'>,
  meaning: string,
): Pick<MessageBody, 'embeds' | 'components'> => ({
  embeds: [
    {
      author: { name: contextOf(reader, held) },
      ...(meaning === '' ? {} : { description: meaning }),
      color: COLOURS.final,
    },
  ],
  components: [
    ...buttonRow(
      // The post of a set has the same buttons, and where alerts are delayed, the card would be ahead of it.
      ...(style.coverScores && style.delay > 0
        ? []
        : [{ id: matchControl('card', held.match.id), label: reader.t('button.match') }]),
      ...headToHeadButton(reader, held),
      ...catchUpButton(reader, held),
    ),
    ...videoRow(reader, held),
  ],
});

const resultPost = (
  reader: Reader,
  event: EventOf<'result'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { held, style } = facts;
  const isComeback = style.winProbability && event.status === 'finished';
  const comeback = isComeback ? comebackClause(reader, held, event.winner) : '';
  const said = `${resultSentence(t, held.match, event)}${comeback}.`;
  const sentence = withMeaning(reader, held, said, event);
  const meaning = resultMeaning(reader, event, held);
  return outcomePost(reader, facts, withStanding(t, sentence, event, facts), meaning);
};

/** Adds what a rubber's result means for its tie. */
const withMeaning = (
  reader: Reader,
  { match }: TrackedMatch,
  sentence: string,
  result: Pick<EventOf<'result'>, 'tie'>,
): string => {
  const meaning = tieMeaning(reader, match, result);
  return meaning === null ? sentence : `${sentence} ${meaning}`;
};

const contextOf = (reader: Reader, held: TrackedMatch): string =>
  dotted([matchContext(reader.t, held), plainTieTitle(reader, held.match)]);

/** One post for a decided tie and the rubber that decided it. */
const tiePost = (reader: Reader, event: EventOf<'tie'>, facts: MatchPostFacts): MessageBody => {
  const { t } = reader;
  const { match, state } = facts.held;
  const teams = match.tie?.teams ?? { team_1: null, team_2: null };
  const decider = resultHeadline(t, match, state);
  const sentences = [
    withStanding(t, `${tieSentence(reader, teams, event)}.`, event, facts),
    decider === null ? null : deciderText(reader, match, decider),
  ].filter((part) => part !== null);
  const names = { home: tieTeam(reader, teams.team_1), away: tieTeam(reader, teams.team_2) };
  return outcomePost(reader, facts, sentences.join(' '), onwards(t, match) ?? '', names);
};

const withCorrection = (t: Reader['t'], sentence: string, correctedAt: Instant | null): string =>
  correctedAt === null
    ? sentence
    : `${sentence} (${t('post.corrected', { when: timestamp(correctedAt, 't') })})`;

/** How certain a result is: not confirmed yet, or corrected. */
const withStanding = (
  t: Reader['t'],
  sentence: string,
  { confirmed }: Pick<EventOf<'result'>, 'confirmed'>,
  { correctedAt }: Pick<MatchPostFacts, 'correctedAt'>,
): string =>
  confirmed === false
    ? `${sentence} (${t('post.unconfirmed')})`
    : withCorrection(t, sentence, correctedAt);

const correctionPost = (
  reader: Reader,
  event: EventOf<'correction'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { match } = facts.held;
  const sentence = t('post.correction', {
    now: resultSentence(t, match, event.after),
    before: resultSentence(t, match, event.before),
  });
  const text = withMeaning(reader, facts.held, sentence, event.after);
  return mentioning(facts.pings, hidden(reader.t, facts, text));
};

const schedulePost = (
  reader: Reader,
  event: EventOf<'schedule'>,
  { held, pings, style, offset }: MatchPostFacts,
): MessageBody => {
  const whenOf = (appointment: Appointment): string => {
    const clock = venueOffset(held.tournament, appointment.playedOn) ?? offset ?? null;
    return whenToBegin(reader, appointment, clock) ?? scheduledTime(reader, appointment, clock);
  };
  const { after } = event;
  // A possible change of court is of no interest once the court has changed.
  const before = withoutLabelRemark(event.before);
  const isOtherCourt =
    before.court !== null && after.court !== null && before.court !== after.court;
  const isOtherTime = !isOtherCourt || whenOf(before) !== whenOf(withoutLabelRemark(after));
  const said = (appointment: Appointment): string =>
    dotted([
      isOtherTime ? whenOf(appointment) : null,
      isOtherCourt ? outside(appointment.court ?? '', 40) : null,
    ]);
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
  const clock = offset ?? matchOffset(held);
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

/** Adds the context and buttons; not to the current state where alerts are delayed. */
const withMatch = (
  reader: Reader,
  held: TrackedMatch,
  { delay }: CardStyle,
  body: MessageBody,
  when = '',
): MessageBody => ({
  ...body,
  embeds: [
    {
      author: { name: contextOf(reader, held) },
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
