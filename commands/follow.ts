import {
  ApplicationCommandOptionType,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import type {
  CommandUser,
  AutocompleteRequest,
  Command,
  Services,
} from '../src/discord/command.ts';
import {
  isWide,
  type FollowTarget,
  isSameTarget,
  FOLLOW_ALERTS,
  followMask,
  type FollowedAlerts,
  type FollowScope,
} from '../src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '../src/domain/tournament/levels.ts';
import { UserError } from '../src/errors.ts';
import { followedMessage, type FollowChange } from '../src/render/follows/follows.ts';
import type { MessageBody } from '../src/render/message.ts';
import { addFollow, followsOf, MAX_FOLLOWS } from '../src/store/follows/follows.ts';
import { messageCountSince } from '../src/store/outbox/delivered.ts';
import { applyFollow, notFull } from './alerts/changes.ts';
import { alertChannel, channelFromOption, findAlertChannel } from './alerts/channel.ts';
import { channelOption, whoOption } from './options/place.ts';
import { suggestCountries } from './options/country.ts';
import { followable } from './follows/followable.ts';
import { newFollowPlace, scopeOf, type FollowDestination } from './follows/place.ts';
import { upcomingFor } from './follows/upcoming.ts';
import { targetIn, typedTargets } from './follows/target.ts';
import { ANYWHERE, choice, labels } from './options/labels.ts';
import { suggestMatches } from './options/match.ts';
import { nameOption, suggest, categoryOption } from './options/name.ts';
import { suggestTournaments } from './options/tournament.ts';
import { nameOfTarget } from './follows/target-name.ts';
import { suggestTeams } from './options/country.ts';

const typed = (kind: 'player' | 'pair' | 'tournament' | 'match' | 'country' | 'team') =>
  nameOption((texts) => texts.command.follow.option[kind]);

const levelOption: APIApplicationCommandStringOption = {
  ...labels((texts) => texts.command.follow.option.level),
  type: ApplicationCommandOptionType.String,
  choices: TOURNAMENT_LEVELS.map((each) => choice(each, (texts) => texts.level[each])),
};

const alertsOption: APIApplicationCommandStringOption = {
  ...labels((texts) => texts.command.follow.option.alerts),
  type: ApplicationCommandOptionType.String,
  choices: [
    choice('usual', (texts) => texts.choice.usualAlerts),
    choice('moments', (texts) => texts.choice.momentsOnly),
  ],
};

/** `/follow`: pings the user, or makes the alert channel follow. */
export const follow: Command = {
  definition: {
    ...labels((texts) => texts.command.follow),
    ...ANYWHERE,
    options: [
      typed('player'),
      typed('pair'),
      typed('tournament'),
      typed('match'),
      categoryOption((texts) => texts.command.follow.option.category),
      levelOption,
      typed('country'),
      typed('team'),
      whoOption((texts) => texts.command.follow.option.who),
      alertsOption,
      channelOption((texts) => texts.command.follow.option.channel),
    ],
  },
  visibility: 'private',
  isScoreless: true,
  autocomplete: (request, services) => choicesFor(request, services),
  run: async (request, services) => {
    const targets = await followable(await typedTargets(request, services), services);
    const alerts = FOLLOW_ALERTS.find((each) => each === request.text('alerts')) ?? 'usual';
    const scope = scopeOf(request);
    if (alerts === 'moments' && scope === 'channel') throw new UserError('moments-for-members');
    const place = await newFollowPlace(request, scope, services, () =>
      channelFromOption(request, services),
    );
    return await startFollowing(request, { targets, alerts, isKept: false }, place, services);
  },
  component: {
    answer: 'private',
    run: async (request, services) => {
      const target = targetIn(request.chosen[0]?.split(':') ?? request.values);
      const targets = await followable([target], services);
      const scope = await scopeOfControl(request, services);
      const place = await newFollowPlace(request, scope, services, () =>
        alertChannel(request, services),
      );
      return await startFollowing(
        request,
        { targets, alerts: 'usual', isKept: true },
        place,
        services,
      );
    },
  },
};

/** In the server's alert channel; without one, by direct message. */
const scopeOfControl = async (user: CommandUser, services: Services): Promise<FollowScope> =>
  (await findAlertChannel(user, services)) === undefined || user.guildId === null ? 'direct' : 'me';

const choicesFor = (request: AutocompleteRequest, services: Services) => {
  if (request.option === 'match') return suggestMatches(request, services);
  if (request.option === 'country') return suggestCountries(request, services);
  if (request.option === 'team') return suggestTeams(request, services);
  if (request.option === 'tournament') return suggestTournaments(request, services, 'not-over');
  return suggest(request.option === 'pair' ? 'pair' : 'player', request, services);
};

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
  const prospectOf = await upcomingFor(place, types, services);
  const changes: FollowChange[] = [];
  for (const target of targets) {
    const added =
      scope === 'channel'
        ? await applyFollow(user, channel, { target, isFollowed: true }, services)
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
