import { playersOf, type Match } from '../../src/domain/match/match.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import type { CommandUser, Services } from '../../src/discord/command.ts';
import { concerns, type FollowTarget } from '../../src/domain/alerts/follows.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { CATEGORIES, type Category } from '../../src/domain/terms.ts';
import type { ScheduleSubject } from '../../src/render/lines/empty.ts';
import { followsOf, followsOfMember } from '../../src/store/follows/follows.ts';
import { alertChannel } from '../alerts/channel.ts';
import { directPlaces } from './place.ts';

export const countriesIn =
  (directory: Directory) =>
  (match: Match): readonly string[] =>
    playersOf(match).flatMap(({ id }) => directory.get('player', id)?.country ?? []);

export const FOLLOWERS = ['me', 'channel'] as const;

/** Which matches of a day are shown. Encoded in the controls' custom ids. */
export interface ScheduleFilter {
  readonly tournamentId: number | null;
  readonly category: Category | null;
  /** Whose follows: the alert channel's, or the user's own. */
  readonly followedBy: (typeof FOLLOWERS)[number] | null;
}

/** The filter in a control's custom id: `7.women.me`; no id of a person, which a forged control could name. */
export const filterWord = ({ tournamentId, category, followedBy }: ScheduleFilter): string =>
  [tournamentId ?? '', category ?? '', followedBy ?? ''].join('.');

/** Parses the output of `filterWord`; invalid parts filter nothing. */
export const scheduleFilterIn = (word: string): ScheduleFilter => {
  const [tournament = '', category = '', followedBy = ''] = word.split('.');
  return {
    tournamentId: /^\d{1,15}$/.test(tournament) ? Number(tournament) : null,
    category: CATEGORIES.find((each) => each === category) ?? null,
    followedBy: FOLLOWERS.find((each) => each === followedBy) ?? null,
  };
};

export type MatchFilter = (held: Pick<TrackedMatch, 'match' | 'tournament'>) => boolean;

interface Filtered {
  readonly isWanted: MatchFilter;
  readonly whose: ScheduleSubject | null;
}

/**
 * Builds the predicate of a filter.
 * @throws UserError when it needs a channel's follows and there is no alert channel
 */
export const filtered = async (
  { category, followedBy }: ScheduleFilter,
  user: CommandUser,
  services: Services,
): Promise<Filtered> => {
  const followed = followedBy === null ? null : await followedIn(followedBy, user, services);
  const countries = countriesIn(services.directory);
  const isFollowed = (
    held: Parameters<MatchFilter>[0],
    targets: readonly FollowTarget[],
  ): boolean => targets.some((target) => concerns(target, held, countries(held.match)));
  return {
    isWanted: (held) =>
      (category === null || held.match.category === category) &&
      (followed === null || isFollowed(held, followed.targets)),
    whose: followed?.whose ?? null,
  };
};

interface Followed {
  readonly targets: readonly FollowTarget[];
  readonly whose: ScheduleSubject;
}

/** What the channel follows; or the user, in all channels of the server, and by direct message. */
const followedIn = async (
  followedBy: NonNullable<ScheduleFilter['followedBy']>,
  user: CommandUser,
  services: Services,
): Promise<Followed> => {
  const { db } = services;
  const { guildId, userId } = user;
  // In a direct message only the user has follows.
  if (followedBy === 'channel' && guildId !== null) {
    const { key: channelKey, discordId: channelId } = await alertChannel(user, services);
    const targets = await followsOf(db, { channelKey, memberId: null });
    return { targets, whose: { channelId, followsNothing: targets.length === 0 } };
  }
  const own = guildId === null ? [] : await followsOfMember(db, guildId, userId);
  const places = await directPlaces(user, services);
  const direct = await Promise.all(places.map(({ follower }) => followsOf(db, follower)));
  const targets = [...own.map(({ target }) => target), ...direct.flat()];
  return { targets, whose: { memberId: userId, followsNothing: targets.length === 0 } };
};
