import type { Appointment, MomentEvent, EventOf } from '../../domain/alerts/events.ts';
import { withoutLabelRemark } from '../../domain/match/appointment.ts';
import { expectedStart } from '../../domain/match/expected-start.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { matchOffset, venueOffset } from '../../domain/match/venue-clock.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow } from '../controls.ts';
import { dotted } from '../lines/lines.ts';
import { followButton, headToHeadButton, matchControl } from '../match/controls.ts';
import { startPost, type CardStyle } from '../match/live-card.ts';
import { COLOURS, mentioning, type MessageBody } from '../message.ts';
import { scheduledTime, whenToBegin } from '../lines/time.ts';
import { momentText } from './moment-posts.ts';
import {
  contextEmbed,
  contextOf,
  correctionPost,
  hidden,
  namesOf,
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
    embeds: [contextEmbed(reader, held)],
    // Where alerts are delayed, the card behind the button would be ahead of them.
    ...(style.delay > 0 ? {} : { components: buttonRow(button) }),
  };
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
  // An announced time has passed, or its reminder would tell it.
  const isEstimated = expectedStart(match, clock)?.kind === 'estimated';
  const when = isEstimated ? scheduledTime(reader, match, clock) : '';
  const values = { ...namesOf(held), court: outside(match.court ?? '?', 40) };
  const sentence =
    minutes === null ? t('post.next', values) : t('post.nextSoon', { ...values, minutes });
  return withMatch(reader, held, style, mentioning(pings, sentence), when);
};

const reminderPost = (
  reader: Reader,
  { startsAt, isNotBefore }: EventOf<'reminder'>,
  { held, pings, style }: MatchPostFacts,
): MessageBody => {
  const when = timestamp(startsAt, 't');
  const key = isNotBefore === true ? 'post.reminderNotBefore' : 'post.reminder';
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
