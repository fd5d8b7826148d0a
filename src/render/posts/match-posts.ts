import type { Appointment, MomentEvent, EventOf } from '../../domain/alerts/events.ts';
import { withoutLabelRemark } from '../../domain/match/appointment.ts';
import { expectedStart } from '../../domain/match/expected-start.ts';
import { matchOffset, venueOffset } from '../../domain/match/venue-clock.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow } from '../controls.ts';
import { dotted } from '../lines/lines.ts';
import { followButton, headToHeadButton, videoRow } from '../match/controls.ts';
import { startPost } from '../match/live-card.ts';
import { COLOURS, mentioning, type MessageBody } from '../message.ts';
import { namesOf } from '../lines/names.ts';
import { scheduledTime, whenToBegin } from '../lines/time.ts';
import { momentText } from './moment-posts.ts';
import {
  cardButton,
  contextEmbed,
  correctionPost,
  hidden,
  resultPost,
  setPost,
  tiePost,
  withCorrection,
  type MatchPostFacts,
} from './outcome-posts.ts';

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

const momentPost = (reader: Reader, event: MomentEvent, facts: MatchPostFacts): MessageBody => {
  const { held, pings, style } = facts;
  const text = withCorrection(reader.t, momentText(reader, held, event), facts.correctedAt);
  const button = cardButton(reader, held, style);
  return {
    ...mentioning(pings, hidden(reader.t, facts, text)),
    embeds: [contextEmbed(reader, held)],
    ...(button === null ? {} : { components: buttonRow(button) }),
  };
};

const schedulePost = (
  reader: Reader,
  event: EventOf<'schedule'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { held, offset } = facts;
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
  const values = { ...namesOf(held.match), now: said(after), before: said(before) };
  const elsewhere = isOtherTime ? 'post.movedAndCourt' : 'post.otherCourt';
  const sentence = reader.t(isOtherCourt ? elsewhere : 'post.moved', values);
  return aheadPost(reader, facts, sentence);
};

const nextPost = (
  reader: Reader,
  { minutes }: EventOf<'next'>,
  facts: MatchPostFacts,
): MessageBody => {
  const { t } = reader;
  const { held, offset } = facts;
  const { match } = held;
  const clock = offset ?? matchOffset(held);
  // An announced time has passed, or is near.
  const isEstimated = expectedStart(match, clock)?.kind === 'estimated';
  const when = isEstimated ? scheduledTime(reader, match, clock) : '';
  const values = { ...namesOf(held.match), court: outside(match.court ?? '?', 40) };
  const sentence =
    minutes === null ? t('post.next', values) : t('post.nextSoon', { ...values, minutes });
  return aheadPost(reader, facts, sentence, when);
};

const reminderPost = (
  reader: Reader,
  { startsAt, isNotBefore }: EventOf<'reminder'>,
  facts: MatchPostFacts,
): MessageBody => {
  const key = isNotBefore === true ? 'post.reminderNotBefore' : 'post.reminder';
  const values = { ...namesOf(facts.held.match), when: timestamp(startsAt, 't') };
  return aheadPost(reader, facts, reader.t(key, values));
};

/** A post about a match to come, with its context and buttons. */
const aheadPost = (
  reader: Reader,
  { held, pings, style }: MatchPostFacts,
  sentence: string,
  when = '',
): MessageBody => ({
  ...mentioning(pings, sentence),
  embeds: [{ ...contextEmbed(reader, held, when), color: COLOURS.scheduled }],
  components: [
    ...buttonRow(
      cardButton(reader, held, style),
      headToHeadButton(reader, held),
      followButton(reader, held),
    ),
    ...videoRow(reader, held, style.coverScores),
  ],
});
