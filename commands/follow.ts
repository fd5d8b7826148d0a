import {
  ApplicationCommandOptionType,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import {
  isWide,
  type FollowTarget,
  isSameTarget,
  FOLLOW_ALERTS,
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
import { channelOption, whoOption } from './options/place.ts';
import { followable } from './options/followable.ts';
import { followList, onFollowList } from './follows/list.ts';
import { suggestNames, targetNamed } from './follows/name.ts';
import { newFollowPlace, scopeOf, type FollowDestination } from './follows/place.ts';
import { upcomingFor } from './follows/upcoming.ts';
import { targetIn, wideTarget } from './options/target.ts';
import { ANYWHERE, choice, labels } from './options/labels.ts';
import { nameOption } from './options/name.ts';
import { levelName } from '../src/render/lines/tournament-texts.ts';
import { nameOfTarget } from './options/target-name.ts';

const whatOption: APIApplicationCommandStringOption = {
  ...labels((texts) => texts.command.follow.option.what),
  type: ApplicationCommandOptionType.String,
  choices: [
    ...CATEGORIES.map((each) => choice(each, (texts) => texts.category[each])),
    ...TOURNAMENT_LEVELS.map((each) =>
      choice(each, ({ level }) => (each === 'fip_other' ? level.otherFip : levelName(each))),
    ),
  ],
};

const alertsOption: APIApplicationCommandStringOption = {
  ...labels((texts) => ({
    ...texts.command.follow.option.alerts,
    name: texts.command.alerts.name,
  })),
  type: ApplicationCommandOptionType.String,
  choices: [
    choice('usual', (texts) => texts.choice.usualAlerts),
    choice('moments', (texts) => texts.choice.momentsOnly),
  ],
};

/** `/follow`: pings the user, or makes the alert channel follow; without an option it lists what they follow. */
export const follow: Command = {
  definition: {
    ...labels((texts) => texts.command.follow),
    ...ANYWHERE,
    options: [
      nameOption((texts) => texts.command.follow.option.name),
      whatOption,
      whoOption((texts) => texts.command.follow.option.who),
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
