import type {
  CommandUser,
  AutocompleteRequest,
  Choice,
  Command,
  CommandRequest,
  Services,
} from '../src/discord/command.ts';
import { CHOICE_TEXT_MAX } from '../src/discord/message-limits.ts';
import {
  FOLLOW_KINDS,
  type FollowKind,
  distinctTargets,
  type FollowScope,
} from '../src/domain/alerts/follows.ts';
import { UserError } from '../src/errors.ts';
import { outsidePlain } from '../src/i18n/text.ts';
import { normalizeText } from '../src/domain/plain.ts';
import { unfollowedMessage } from '../src/render/follows/follows.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import type { Channel } from '../src/store/channels/channels.ts';
import { followsOf } from '../src/store/follows/follows.ts';
import { channelFromOption, findNamedChannel } from './alerts/channel.ts';
import { followsNamed, type Followed } from './follows/named.ts';
import { channelOption, whoOption } from './options/place.ts';
import {
  channelPlace,
  directPlaces,
  unfollowIn,
  followPlace,
  memberPlace,
  memberPlaces,
  scopeOf,
  type FollowDestination,
} from './follows/place.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { nameOption } from './options/name.ts';
import { nameOfTarget, plainNameOfTarget } from './follows/target-name.ts';

/** `/unfollow`: autocompletes follows, and removes the chosen ones. */
export const unfollow: Command = {
  definition: {
    ...labels((texts) => texts.command.unfollow),
    ...ANYWHERE,
    options: [
      ...FOLLOW_KINDS.map((kind) => nameOption((texts) => texts.command.unfollow.option[kind])),
      whoOption((texts) => texts.command.unfollow.option.who),
      channelOption((texts) => texts.command.unfollow.option.channel),
    ],
  },
  visibility: 'private',
  isScoreless: true,
  autocomplete: async (request, services) => {
    const places = await placesWhileTyping(request, services);
    return choicesAmong(request, await followedIn(places, request, services));
  },
  run: async (request, services) => {
    const scope = scopeMeant(request);
    const places = await placesMeant(request, scope, services);
    const followed = await followedIn(places, request, services);
    const typed = FOLLOW_KINDS.flatMap((kind) => {
      const text = request.text(kind);
      return text === null ? [] : [{ kind, text }];
    });
    if (typed.length === 0) throw new UserError('nothing-to-unfollow');
    // Resolves all of them before removing any: the answer is either what was done, or an error.
    const meant = await Promise.all(
      typed.map(async ({ kind, text }) => {
        const own = followed.filter(({ target }) => target.kind === kind);
        const [one, ...more] = followsNamed(own, text);
        if (one === undefined) {
          if (lacksChannel(scope, places)) throw new UserError('no-alert-channel');
          throw await notFollowed(request, scope, kind, text, services);
        }
        if (more.length === 0) return one;
        const several = [one, ...more].slice(0, MAX_SUGGESTIONS);
        const suggestions = several.map(({ name }) => name).join(', ');
        throw new UserError('ambiguous-name', { name: text, suggestions });
      }),
    );
    for (const { target } of meant) await unfollowIn(request, places, target, services);
    return unfollowedMessage(request, {
      names: await Promise.all(meant.map(({ target }) => nameOfTarget(request, target, services))),
      scope: scope ?? 'me',
      channelId: places[0]?.channel.discordId ?? '',
    });
  },
};

const MAX_SUGGESTIONS = 4;

/** Whether the server has no alert channel, so nothing can be followed in it. */
const lacksChannel = (scope: FollowScope | null, places: readonly FollowDestination[]): boolean =>
  scope !== 'direct' && places.every((place) => place.scope === 'direct');

/** The option `who`; null when missing: then all of the user's own follows. */
const scopeMeant = (request: Pick<CommandRequest, 'text' | 'guildId'>): FollowScope | null =>
  request.text('who') === null && request.guildId !== null ? null : scopeOf(request);

/**
 * Where to find the follows to remove.
 * @throws UserError without an alert channel, or when the user may not manage it.
 */
const placesMeant = async (
  request: CommandRequest,
  scope: FollowScope | null,
  services: Services,
): Promise<readonly FollowDestination[]> => {
  const named = () => channelFromOption(request, services);
  if (scope === 'channel') {
    const place = await followPlace(request, scope, services, named);
    return place === null ? [] : [place];
  }
  const isNamed = request.channel('channel') !== null && scope !== 'direct';
  return await ownPlaces(request, scope, isNamed ? await named() : undefined, services);
};

/** The same for autocomplete, without errors. */
const placesWhileTyping = async (
  request: AutocompleteRequest,
  services: Services,
): Promise<readonly FollowDestination[]> => {
  const scope = scopeMeant(request);
  const channel = await findNamedChannel(request, services);
  if (scope === 'channel') {
    const isManager = channel !== undefined && (await services.mayManageAlerts(request));
    return isManager ? [channelPlace(channel)] : [];
  }
  const isNamed = request.channelChosen('channel') !== null;
  if (isNamed && channel === undefined) return [];
  return await ownPlaces(request, scope, isNamed ? channel : undefined, services);
};

/** The user's own follows: in a named channel, or anywhere. */
const ownPlaces = async (
  user: Pick<CommandUser, 'guildId' | 'userId'>,
  scope: 'me' | 'direct' | null,
  named: Channel | undefined,
  services: Services,
): Promise<readonly FollowDestination[]> => {
  if (scope === 'direct') return await directPlaces(user, services);
  if (named !== undefined) return [memberPlace(named, user.userId)];
  return [
    ...(await memberPlaces(user, services)),
    ...(scope === null ? await directPlaces(user, services) : []),
  ];
};

/** The follows of these places, by the names that a user types. */
const followedIn = async (
  places: readonly FollowDestination[],
  { t, locale }: Pick<Reader, 't' | 'locale'>,
  services: Services,
): Promise<readonly Followed[]> => {
  const targets = await Promise.all(places.map(({ follower }) => followsOf(services.db, follower)));
  return await Promise.all(
    distinctTargets(targets.flat()).map(async (target) => ({
      target,
      name: await plainNameOfTarget({ t, locale }, target, services),
    })),
  );
};

/** An unknown follow is quoted as typed; an id is replaced by its name. */
const notFollowed = async (
  reader: Reader,
  scope: FollowScope | null,
  kind: FollowKind,
  typed: string,
  services: Services,
): Promise<UserError> =>
  new UserError(scope === 'channel' ? 'not-followed-channel' : 'not-followed-me', {
    name: /^\d{1,16}$/.test(typed)
      ? await plainNameOfTarget(reader, { kind, id: Number(typed) }, services)
      : typed,
  });

const choicesAmong = (
  request: AutocompleteRequest,
  followed: readonly Followed[],
): readonly Choice[] =>
  followed
    .filter(({ target, name }) => {
      return (
        target.kind === request.option && normalizeText(name).includes(normalizeText(request.typed))
      );
    })
    .map(({ target, name }) => ({
      name: outsidePlain(name, CHOICE_TEXT_MAX),
      value: String(target.id),
    }));
