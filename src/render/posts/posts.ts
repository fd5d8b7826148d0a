import { THREAD_NAME_MAX } from '../../discord/message-limits.ts';
import { alertTypeOf, isAboutMatch, type AlertEvent } from '../../domain/alerts/events.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, withoutIsolates } from '../../i18n/text.ts';
import { dayPost, quietHoursDigestPost } from './day-posts.ts';
import { matchPost } from './match-posts.ts';
import { type MessageBody, type Pings, reply } from '../message.ts';
import { plainMatchName, teamName } from '../lines/names.ts';
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
  const { match } = aboutIn(subject).held;
  const names = { home: teamName(match, 'team_1'), away: teamName(match, 'team_2') };
  return reply({ content: `${t('post.scoreless', names)}\n-# <#${discordId}>` });
};

export const post = (reader: Reader, facts: PostFacts): MessageBody => {
  const { event, subject, settings, correctedAt } = facts;
  const pings = pingsFor(facts);
  if (isAboutMatch(event)) {
    const about = aboutIn(subject);
    return matchPost(reader, { event, ...about, pings, correctedAt, style: settings });
  }
  switch (event.kind) {
    case 'draw':
      return drawPost(reader, { ...matchesIn(subject), event, pings, style: settings });
    case 'tournament':
      return tournamentPost(reader, { tournament: tournamentIn(subject), event, pings });
    case 'digest':
      return dayPost(reader, { ...dayIn(subject), pings });
    case 'ranking':
      return rankingPost(reader, {
        ...event,
        followed: subject.kind === 'ranking' ? subject.followed : [],
        isDirect: subject.kind === 'ranking' && subject.isDirect,
        pings,
      });
    case 'quiet-hours-digest':
      return quietHoursDigestPost(reader, {
        news: subject.kind === 'quiet-hours-digest' ? subject.news : [],
        style: settings,
      });
  }
};

const aboutIn = (subject: AlertSubject): Extract<AlertSubject, { kind: 'match' }> => {
  if (subject.kind !== 'match') throw new Error('news about a match needs the match');
  return subject;
};

const dayIn = (subject: AlertSubject): Extract<AlertSubject, { kind: 'day' }> => {
  if (subject.kind !== 'day')
    throw new Error('the list of the morning needs the matches of the day');
  return subject;
};

const matchesIn = (subject: AlertSubject) => ({
  tournament: subject.kind === 'matches' ? subject.tournament : null,
  matches: subject.kind === 'matches' ? subject.matches : [],
});

const tournamentIn = (subject: AlertSubject): Tournament => {
  if (subject.kind !== 'tournament') throw new Error('news of a tournament needs the tournament');
  return subject.tournament;
};

/** Without isolates: a thread is found by its name, and Discord may alter them. */
const nameOf = (parts: readonly (string | undefined)[]): string =>
  withoutIsolates(
    outsidePlain(parts.filter((part) => part !== undefined).join(' · '), THREAD_NAME_MAX),
  );

export const threadName = ({ match, tournament }: TrackedMatch): string =>
  nameOf([plainMatchName(match), tournament?.name]);

/** The name of a forum post: its match, or its kind of event. */
export const postName = (reader: Reader, event: AlertEvent, subject: AlertSubject): string => {
  if (isAboutMatch(event)) return threadName(aboutIn(subject).held);
  const name =
    subject.kind === 'tournament' ? subject.tournament.name : matchesIn(subject).tournament?.name;
  return nameOf([reader.t(`alertType.${alertTypeOf(event) ?? 'daily'}`), name]);
};
