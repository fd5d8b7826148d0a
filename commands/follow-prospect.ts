import type { Services } from '../src/discord/command.ts';
import { unwantedMatch } from '../src/domain/alert-settings.ts';
import { newsOfFollow } from '../src/domain/follow-news.ts';
import { concerns, namesMatch, type FollowTarget } from '../src/domain/follows.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { outlookOf } from '../src/domain/outlook.ts';
import type { FollowChange } from '../src/render/follows.ts';
import { followsOf } from '../src/store/follows.ts';
import { readMatchOffset } from '../src/store/venue-offset.ts';
import type { FollowPlace } from './follow-place.ts';
import { countriesIn } from './match-countries.ts';
import { matchesToCome } from './match-option.ts';
import { serviceDay } from './service-day.ts';

/** Upcoming matches for a follow, and those that pass the channel's filters. */
export type FollowProspect = Pick<
  FollowChange,
  'news' | 'outlook' | 'offset' | 'wanted' | 'beginsOn'
>;

/**
 * Returns a function that describes what following a target will bring; reads upcoming matches
 * once.
 */
export const prospectsIn = async (
  { scope, channel }: FollowPlace,
  services: Services,
): Promise<(target: FollowTarget) => Promise<FollowProspect>> => {
  const { db, directory } = services;
  const today = serviceDay(services);
  const ahead = await matchesToCome(services);
  const own = await followsOf(db, { channelKey: channel.key, memberId: null });
  const countries = countriesIn(directory);
  const named = own.filter(namesMatch);
  return async (target) => {
    const { kind, id } = target;
    const naming = namesMatch(target) ? [...named, target] : named;
    const isWanted = (held: HeldMatch): boolean =>
      unwantedMatch(
        channel.settings,
        held,
        naming.some((each) => concerns(each, held)),
      ) === null;
    const outlook = outlookOf(target, ahead, countries);
    const isChannels = own.some((each) => each.kind === kind && each.id === id);
    const follow = { target, isMembers: scope === 'me', isChannels };
    const startDate = kind === 'tournament' ? (directory.get(kind, id)?.startDate ?? '') : '';
    return {
      news: newsOfFollow(channel.settings, follow, outlook.next),
      outlook,
      offset: outlook.next === null ? null : await readMatchOffset(db, outlook.next),
      wanted: {
        ahead: outlookOf(target, ahead.filter(isWanted), countries).ahead,
        next: outlook.next === null || isWanted(outlook.next),
      },
      beginsOn: startDate > today ? startDate : null,
    };
  };
};
