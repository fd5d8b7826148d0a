import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import {
  isWide,
  type FollowTarget,
  isSameTarget,
  FOLLOW_ALERTS,
  FOLLOW_SCOPES,
  followMask,
  type FollowedAlerts,
  type FollowScope,
} from '../src/domain/alerts/follows.ts';
import { followChange } from '../src/domain/alerts/setting-changes.ts';
import { TOURNAMENT_LEVELS } from '../src/domain/levels.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { followedMessage, type FollowChange } from '../src/render/follows/follows.ts';
import type { MessageBody } from '../src/render/message.ts';
import { addFollow, followsOf, MAX_FOLLOWS } from '../src/store/follows/follows.ts';
import { messageCountSince } from '../src/store/outbox/delivered.ts';
import { applyChange, notFull } from './alerts/changes.ts';
import { alertChannel, channelNamed, findAlertChannel } from './alerts/channel.ts';
import {
  ANYWHERE,
  channelOption,
  choice,
  choiceOption,
  labels,
  nameOption,
} from './options/labels.ts';
import { followable } from './options/followable.ts';
import { followList, onFollowList } from './follows/list.ts';
import { suggestNames, targetNamed } from './follows/name.ts';
import { newFollowPlace, scopeOf, type FollowDestination } from './follows/place.ts';
import { targetIn, wideTarget, nameOfTarget } from './options/target-name.ts';
import { levelName } from '../src/render/lines/tournament-texts.ts';
import { matchFilterReason } from '../src/domain/alerts/settings.ts';
import { alertsOfFollow } from '../src/domain/alerts/follow-alerts.ts';
import type { TrackedMatch } from '../src/domain/match/state.ts';
import { upcomingOf } from '../src/domain/alerts/upcoming.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { readMatchOffset } from '../src/store/matches/venue-offset.ts';
import { countriesIn } from './follows/schedule-filter.ts';
import { matchesToCome } from './options/match.ts';
import { serviceDay } from './options/day.ts';

const whatOption = choiceOption(
  (texts) => texts.command.follow.option.what,
  [
    ...CATEGORIES.map((each) => choice(each, (texts) => texts.category[each])),
    ...TOURNAMENT_LEVELS.map((each) =>
      choice(each, ({ level }) => (each === 'fip_other' ? level.otherFip : levelName(each))),
    ),
  ],
);

/** The user, the channel, or direct messages. */
const whoOption = choiceOption(
  (texts) => texts.command.follow.option.who,
  FOLLOW_SCOPES.map((scope) => choice(scope, (texts) => texts.choice[scope])),
);

const alertsOption = choiceOption(
  (texts) => ({ ...texts.command.follow.option.alerts, name: texts.command.alerts.name }),
  [
    choice('usual', (texts) => texts.choice.usualAlerts),
    choice('moments', (texts) => texts.choice.momentsOnly),
  ],
);

/** `/follow`: pings the user, or makes the alert channel follow; without an option it lists what they follow. */
export const follow: Command = {
  definition: {
    ...labels((texts) => texts.command.follow),
    ...ANYWHERE,
    options: [
      nameOption((texts) => texts.command.follow.option.name),
      whatOption,
      whoOption,
      alertsOption,
      channelOption((texts) => texts.command.follow.option.channel),
    ],
  },
  visibility: 'private',
  isScoreless: true,
  autocomplete: (request, services) => suggestNames(request, services),
  run: async (request, services) => {
    const [name, what] = [request.text('name'), request.text('what')];
    const channelId = request.channel('channel')?.id ?? null;
    if (name === null && what === null) return await followList(request, channelId, services);
    const alerts = FOLLOW_ALERTS.find((each) => each === request.text('alerts')) ?? 'usual';
    const asked = { what, scope: scopeOf(request), alerts, channelId };
    const named = name === null ? null : await targetNamed(request, name, services);
    return await followAs(request, asked, named, services);
  },
  component: {
    answer: ([control = '']) => (LIST_CONTROLS.includes(control) ? 'update' : 'private'),
    run: async (request, services) => {
      const [control = ''] = request.values;
      if (LIST_CONTROLS.includes(control)) return await onFollowList(request, services);
      const target = targetIn(request.chosen[0]?.split(':') ?? request.values);
      const targets = await followable(request, [target], services);
      const scope = await scopeOfControl(request, services);
      const place = await newFollowPlace(request, scope, services, () =>
        alertChannel(request, services),
      );
      const wanted: Wanted = { targets, alerts: 'usual', isKept: true };
      return await startFollowing(request, wanted, place, services);
    },
  },
};

/** The controls of the list of follows. */
const LIST_CONTROLS = ['end', 'page'];

interface AskedFollow {
  readonly scope: FollowScope;
  readonly alerts: FollowedAlerts;
  /** Null for the default alert channel. */
  readonly channelId: string | null;
  /** A category or a level that is followed, too. */
  readonly what: string | null;
}

/** Follows what was named as the options say. */
const followAs = async (
  user: CommandUser,
  { what, scope, alerts, channelId }: AskedFollow,
  named: FollowTarget | null,
  services: Services,
): Promise<MessageBody> => {
  const asked = [...(named === null ? [] : [named]), ...(what === null ? [] : [wideTarget(what)])];
  const targets = await followable(user, asked, services);
  if (alerts === 'moments' && scope === 'channel') throw new UserError('moments-for-members');
  const place = await newFollowPlace(user, scope, services, () =>
    channelNamed(user, channelId, services),
  );
  return await startFollowing(user, { targets, alerts, isKept: false }, place, services);
};

/** In the server's alert channel; without one, by direct message. */
const scopeOfControl = async (user: CommandUser, services: Services): Promise<FollowScope> =>
  (await findAlertChannel(user, services)) === undefined || user.guildId === null ? 'direct' : 'me';

interface Wanted {
  readonly targets: readonly FollowTarget[];
  readonly alerts: FollowedAlerts;
  /** A button changes nothing about what is followed already. */
  readonly isKept: boolean;
}

const startFollowing = async (
  user: CommandUser,
  { targets, alerts, isKept }: Wanted,
  place: FollowDestination,
  services: Services,
): Promise<MessageBody> => {
  const { db, now, followed, api } = services;
  const types = followMask(alerts, place.scope === 'direct');
  const known = await followsOf(db, place.follower);
  const isKnownHere = (target: FollowTarget): boolean =>
    known.some((each) => isSameTarget(each, target));
  // All or nothing: the answer is either what was done, or an error.
  if (known.length + targets.filter((each) => !isKnownHere(each)).length > MAX_FOLLOWS) {
    notFull('full');
  }
  const { scope, channel, follower } = place;
  const prospectOf = await upcomingFor(user, place, types, services);
  const changes: FollowChange[] = [];
  for (const target of targets) {
    const added =
      scope === 'channel'
        ? (await applyChange(user, channel, followChange(target, true), services)) !== null
        : !(isKept && isKnownHere(target)) &&
          notFull(await addFollow(db, follower, target, now(), types)) !== 'known';
    // A member's wide follow creates no card: it only adds pings to the channel's posts.
    const tells = scope === 'direct' || (scope === 'me' && !isWide(target.kind));
    if (added && tells) await followed(target, channel.key);
    changes.push({
      name: await nameOfTarget(user, target, services),
      kind: target.kind,
      added,
      ...(await prospectOf(target)),
    });
  }
  return followedMessage(user, {
    scope,
    channel,
    changes,
    alerts,
    lacksLive: api.state().lacksLive,
    isDirectUnproven:
      scope === 'direct' &&
      user.guildId !== null &&
      (await messageCountSince(db, channel.key, 0)) === 0,
  });
};

type FollowUpcoming = Pick<FollowChange, 'news' | 'outlook' | 'offset' | 'wanted' | 'beginsOn'>;

/**
 * Returns a function that describes what following a target will bring; reads upcoming matches
 * once.
 * @param types that the follow brings at most, as a mask
 */
const upcomingFor = async (
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
