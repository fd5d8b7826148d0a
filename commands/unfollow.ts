import type {
  AutocompleteRequest,
  Choice,
  Command,
  CommandRequest,
  Services,
} from '../src/discord/command.ts';
import { FOLLOW_KINDS, type FollowKind } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import { outsidePlain } from '../src/i18n/text.ts';
import { plain } from '../src/padel-api/directory.ts';
import { unfollowedMessage } from '../src/render/follows.ts';
import { findDirect } from '../src/store/channels.ts';
import { followsOf, removeFollow, type Follower } from '../src/store/follows.ts';
import { channelMeant, findNamedChannel } from './alert-channel.ts';
import { calledSo, type Followed } from './called-so.ts';
import { channelOption } from './channel-option.ts';
import { followPlace, scopeOf, type Scope } from './follow-place.ts';
import { ANYWHERE, labels } from './labels.ts';
import { nameOption } from './name-option.ts';
import { nameOfTarget, plainNameOfTarget } from './target-name.ts';
import { whoOption } from './who-option.ts';

/** `/unfollow`: offers what is followed, and ends one of them. */
export const unfollow: Command = {
  definition: {
    ...labels((texts) => texts.command.unfollow),
    ...ANYWHERE,
    options: [
      ...FOLLOW_KINDS.map((kind) =>
        nameOption(
          labels((texts) => texts.command.unfollow.option[kind]),
          false,
        ),
      ),
      whoOption((texts) => texts.command.unfollow.option.who),
      channelOption((texts) => texts.command.unfollow.option.channel),
    ],
  },
  visibility: 'private',
  autocomplete: async (request, services) => {
    const scope = scopeOf(request);
    const follower = await followerAsking(request, scope, services);
    if (follower === null) return [];
    return choicesAmong(request, await named(request, follower, services));
  },
  run: async (request, services) => {
    const scope = scopeOf(request);
    const place = await followPlace(request, scope, services, () =>
      channelMeant(request, services),
    );
    const followed = place === null ? [] : await named(request, place.follower, services);
    const typed = FOLLOW_KINDS.flatMap((kind) => {
      const text = request.text(kind);
      return text === null ? [] : [{ kind, text }];
    });
    if (typed.length === 0) throw new UserError('nothing-to-unfollow');
    // All of them are looked up before the first one ends: an answer tells what was done, or an error.
    const meant = await Promise.all(
      typed.map(async ({ kind, text }) => {
        const own = followed.filter(({ target }) => target.kind === kind);
        const [one, ...more] = calledSo(own, text);
        if (one === undefined) throw await notFollowed(request, scope, kind, text, services);
        if (more.length === 0) return one;
        const suggestions = [one, ...more].map(({ name }) => name).join(', ');
        throw new UserError('ambiguous-name', { name: text, suggestions });
      }),
    );
    for (const { target } of meant) {
      if (place !== null) await removeFollow(services.db, place.follower, target);
    }
    return unfollowedMessage(request, {
      names: await Promise.all(meant.map(({ target }) => nameOfTarget(request, target, services))),
      scope,
      channelId: place?.channel.discordId ?? '',
    });
  },
};

/** Whose follows are completed; typing is no reason to complain. */
const followerAsking = async (
  request: AutocompleteRequest,
  scope: Scope,
  services: Services,
): Promise<Follower | null> => {
  if (scope === 'direct') {
    const direct = await findDirect(services.db, request.userId);
    return direct === undefined ? null : { channelKey: direct.key, memberId: null };
  }
  const channel = await findNamedChannel(request, services);
  if (channel === undefined) return null;
  return { channelKey: channel.key, memberId: scope === 'channel' ? null : request.userId };
};

const named = async (
  request: Pick<CommandRequest, 't' | 'locale'>,
  follower: Follower,
  services: Services,
): Promise<readonly Followed[]> => {
  const targets = await followsOf(services.db, follower);
  return await Promise.all(
    targets.map(async (target) => ({
      target,
      name: await plainNameOfTarget(request, target, services),
    })),
  );
};

/** What is not followed is named as it was typed; an id by what it stands for. */
const notFollowed = async (
  request: Pick<CommandRequest, 't' | 'locale'>,
  scope: Scope,
  kind: FollowKind,
  typed: string,
  services: Services,
): Promise<UserError> =>
  new UserError(scope === 'channel' ? 'not-followed-channel' : 'not-followed-me', {
    name: /^\d{1,16}$/.test(typed)
      ? await plainNameOfTarget(request, { kind, id: Number(typed) }, services)
      : typed,
  });

/** Discord's limit of a choice's name. */
const CHOICE_MAX = 100;

const choicesAmong = (
  request: AutocompleteRequest,
  followed: readonly Followed[],
): readonly Choice[] =>
  followed
    .filter(({ target, name }) => {
      return target.kind === request.option && plain(name).includes(plain(request.typed));
    })
    .map(({ target, name }) => ({
      name: outsidePlain(name, CHOICE_MAX),
      value: String(target.id),
    }));
