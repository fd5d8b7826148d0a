import type {
  AutocompleteRequest,
  Choice,
  Command,
  CommandRequest,
  Services,
} from '../src/discord/command.ts';
import { FOLLOW_KINDS, type FollowKind, type FollowTarget } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import { outsidePlain } from '../src/i18n/text.ts';
import { plain } from '../src/padel-api/directory.ts';
import { unfollowedMessage } from '../src/render/follows.ts';
import { followsOf, removeFollow, type Follower } from '../src/store/follows.ts';
import { alertChannel, findAlertChannel } from './alert-channel.ts';
import { followerIn, scopeOf } from './follow-target.ts';
import { IN_SERVERS, labels } from './labels.ts';
import { nameOption } from './name-option.ts';
import { nameOfTarget, plainNameOfTarget } from './target-name.ts';
import { whoOption } from './who-option.ts';

/** `/unfollow`: offers what is followed, and ends one of them. */
export const unfollow: Command = {
  definition: {
    ...labels((texts) => texts.command.unfollow),
    ...IN_SERVERS,
    options: [
      ...FOLLOW_KINDS.map((kind) =>
        nameOption(
          labels((texts) => texts.command.unfollow.option[kind]),
          false,
        ),
      ),
      whoOption((texts) => texts.command.unfollow.option.who),
    ],
  },
  visibility: 'private',
  autocomplete: async (request, services) => {
    const channel = await findAlertChannel(request, services);
    if (channel === undefined) return [];
    const memberId = scopeOf(request) === 'channel' ? null : request.userId;
    const followed = await named(request, { channelKey: channel.key, memberId }, services);
    return choicesAmong(request, followed);
  },
  run: async (request, services) => {
    const channel = await alertChannel(request, services);
    const scope = scopeOf(request);
    const follower = followerIn(channel, request, scope);
    const followed = await named(request, follower, services);
    const typed = FOLLOW_KINDS.flatMap((kind) => {
      const text = request.text(kind);
      return text === null ? [] : [{ kind, text }];
    });
    if (typed.length === 0) throw new UserError('nothing-to-unfollow');
    const names: string[] = [];
    for (const { kind, text } of typed) {
      const target = targetAmong(followed, kind, text);
      if (target === null || !(await removeFollow(services.db, follower, target))) {
        const name = await calledSo(request, kind, text, services);
        throw new UserError(`not-followed-${scope}`, { name });
      }
      names.push(await nameOfTarget(request, target, services));
    }
    return unfollowedMessage(request, { names, scope, channelId: channel.discordId });
  },
};

/** Something that is followed, and what it is called. */
interface Followed {
  readonly target: FollowTarget;
  readonly name: string;
}

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

/** What was meant: the id that was chosen, or the one followed thing that is called so. */
const targetAmong = (
  followed: readonly Followed[],
  kind: FollowKind,
  typed: string,
): FollowTarget | null => {
  const own = followed.filter(({ target }) => target.kind === kind);
  const chosen = own.find(({ target }) => String(target.id) === typed.trim());
  if (chosen !== undefined) return chosen.target;
  const words = plain(typed).split(' ').filter(Boolean);
  const called = own.filter(
    ({ name }) => words.length > 0 && words.every((word) => plain(name).includes(word)),
  );
  const [only, ...more] = called;
  return only === undefined || more.length > 0 ? null : only.target;
};

/** What is not followed is named as it was typed; an id by what it stands for. */
const calledSo = async (
  request: Pick<CommandRequest, 't' | 'locale'>,
  kind: FollowKind,
  typed: string,
  services: Services,
): Promise<string> =>
  /^\d{1,16}$/.test(typed)
    ? await plainNameOfTarget(request, { kind, id: Number(typed) }, services)
    : typed;

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
