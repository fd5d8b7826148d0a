import type { Services } from '../../src/discord/command.ts';
import { matchFilterReason } from '../../src/domain/alerts/settings.ts';
import { alertsOfFollow } from '../../src/domain/alerts/follow-alerts.ts';
import { isSameTarget, type FollowTarget } from '../../src/domain/alerts/follows.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { upcomingOf } from '../../src/domain/alerts/upcoming.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import type { FollowChange } from '../../src/render/follows/follows.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import type { FollowDestination } from './place.ts';
import { countriesIn } from './schedule-filter.ts';
import { matchesToCome } from '../options/match.ts';
import { serviceDay } from '../options/day.ts';

type FollowUpcoming = Pick<FollowChange, 'news' | 'outlook' | 'offset' | 'wanted' | 'beginsOn'>;

/**
 * Returns a function that describes what following a target will bring; reads upcoming matches
 * once.
 * @param types that the follow brings at most, as a mask
 */
export const upcomingFor = async (
  { hidesScores }: Pick<Reader, 'hidesScores'>,
  { scope, channel }: FollowDestination,
  types: number,
  services: Services,
): Promise<(target: FollowTarget) => Promise<FollowUpcoming>> => {
  const { db, directory } = services;
  const today = serviceDay(services);
  // What is still to come tells what is over.
  const ahead = hidesScores === true ? [] : await matchesToCome(services);
  const own = await followsOf(db, { channelKey: channel.key, memberId: null });
  const countries = countriesIn(directory);
  return async (target) => {
    const { kind, id } = target;
    const isWanted = (held: TrackedMatch): boolean =>
      matchFilterReason(channel.settings, held) === null;
    const outlook = upcomingOf(target, ahead, countries);
    const isChannels = own.some((each) => isSameTarget(each, target));
    const follow = { target, isMembers: scope === 'me', isChannels, types };
    const startDate = kind === 'tournament' ? (directory.get(kind, id)?.startDate ?? '') : '';
    return {
      news: alertsOfFollow(channel.settings, follow, outlook.next),
      outlook,
      offset: outlook.next === null ? null : await readMatchOffset(db, outlook.next),
      wanted: {
        ahead: upcomingOf(target, ahead.filter(isWanted), countries).ahead,
        next: outlook.next === null || isWanted(outlook.next),
      },
      beginsOn: startDate > today ? startDate : null,
    };
  };
};
