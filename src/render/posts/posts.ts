import { THREAD_NAME_MAX } from '../../discord/message-limits.ts';
import { alertTypeOf, isAboutMatch, type AlertEvent } from '../../domain/alerts/events.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, withoutIsolates } from '../../i18n/text.ts';
import { dayPost, quietHoursDigestPost } from './day-posts.ts';
import { matchPost } from './match-posts.ts';
import { type MessageBody, type Pings, reply } from '../message.ts';
import { namesOf, plainMatchName } from '../lines/names.ts';
import { rankingPost } from './ranking-post.ts';
import { drawPost, tournamentPost } from './tournament-posts.ts';

export interface PostFacts {
  readonly event: AlertEvent;
  readonly subject: AlertSubject;
  readonly settings: AlertSettings;
  readonly memberIds: readonly string[];
  /** When the event was corrected; null if it was not. */
  readonly correctedAt: Instant | null;
}

/** Whom an event pings: only members who asked for it and roles that were chosen. */
const pingsFor = ({ event, settings, memberIds }: PostFacts): Pings => ({
  memberIds: membersPinged(settings, event, memberIds),
  roleIds: settings.roleTypes.some((kind) => kind === event.kind) ? settings.roles : [],
});

/** Members that an event pings: all of them or none. */
export const membersPinged = (
  { memberFollows }: Pick<AlertSettings, 'memberFollows'>,
  { kind }: AlertEvent,
  memberIds: readonly string[],
): readonly string[] => (memberFollows && ALERT_TRAITS[kind].pingsMembers ? memberIds : []);

/** Tells who hides scores that something happened in a match, not what, and where the channel tells it. */
export const scorelessNews = (
  { t }: Pick<Reader, 't'>,
  subject: AlertSubject,
  { discordId }: { readonly discordId: string },
): MessageBody => {
  const names = namesOf(subjectOf(subject, 'match').held.match);
  return reply({ content: `${t('post.scoreless', names)}\n-# <#${discordId}>` });
};

export const post = (reader: Reader, facts: PostFacts): MessageBody => {
  const { event, subject, settings, correctedAt } = facts;
  const pings = pingsFor(facts);
  if (isAboutMatch(event)) {
    const about = subjectOf(subject, 'match');
    return matchPost(reader, { event, ...about, pings, correctedAt, style: settings });
  }
  switch (event.kind) {
    case 'draw':
      return drawPost(reader, { ...matchesIn(subject), event, pings, style: settings });
    case 'tournament':
      return tournamentPost(reader, { ...subjectOf(subject, 'tournament'), event, pings });
    case 'digest':
      return dayPost(reader, { ...subjectOf(subject, 'day'), pings });
    case 'ranking':
      return rankingPost(reader, {
        ...event,
        ...subjectOf(subject, 'ranking'),
        pings,
      });
    case 'quiet-hours-digest':
      return quietHoursDigestPost(reader, {
        ...subjectOf(subject, 'quiet-hours-digest'),
        style: settings,
      });
  }
};

/** An event comes with its subject. */
const subjectOf = <Kind extends AlertSubject['kind']>(subject: AlertSubject, kind: Kind) => {
  if (!isOf(subject, kind)) throw new Error(`an event about a ${kind} came with a ${subject.kind}`);
  return subject;
};

const isOf = <Kind extends AlertSubject['kind']>(
  subject: AlertSubject,
  kind: Kind,
): subject is Extract<AlertSubject, { kind: Kind }> => subject.kind === kind;

const matchesIn = (subject: AlertSubject) => ({
  tournament: subject.kind === 'matches' ? subject.tournament : null,
  matches: subject.kind === 'matches' ? subject.matches : [],
});

/** Without isolates: a thread is found by its name, and Discord may alter them. */
const nameOf = (parts: readonly (string | undefined)[]): string =>
  withoutIsolates(
    outsidePlain(parts.filter((part) => part !== undefined).join(' · '), THREAD_NAME_MAX),
  );

export const threadName = ({ match, tournament }: TrackedMatch): string =>
  nameOf([plainMatchName(match), tournament?.name]);

/** The name of a forum post: its match, or its kind of event. */
export const postName = (reader: Reader, event: AlertEvent, subject: AlertSubject): string => {
  if (isAboutMatch(event)) return threadName(subjectOf(subject, 'match').held);
  const name =
    subject.kind === 'tournament' ? subject.tournament.name : matchesIn(subject).tournament?.name;
  return nameOf([reader.t(`alertType.${alertTypeOf(event) ?? 'daily'}`), name]);
};
