import type { Asker, CommandRequest, Services } from '../src/discord/command.ts';
import { categoryTarget, levelTarget, type FollowTarget } from '../src/domain/follows.ts';
import { TOURNAMENT_LEVELS } from '../src/domain/levels.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { named } from '../src/padel-api/naming.ts';
import type { Channel } from '../src/store/channels.ts';
import type { Follower } from '../src/store/follows.ts';
import { matchNamed } from './match-option.ts';

/** For oneself, or for everybody in the alert channel. */
export type Scope = 'me' | 'channel';

/** The option `who` of a request; for oneself unless told otherwise. */
export const scopeOf = (request: Pick<CommandRequest, 'text'>): Scope =>
  request.text('who') === 'channel' ? 'channel' : 'me';

/**
 * Who follows.
 * @throws UserError when the asker may not speak for the channel.
 */
export const followerIn = (channel: Channel, asker: Asker, scope: Scope): Follower => {
  if (scope === 'me') return { channelKey: channel.key, memberId: asker.userId };
  if (!asker.mayManage) throw new UserError('channel-follow-needs-permission');
  return { channelKey: channel.key, memberId: null };
};

/**
 * What was named by the options, one target for each of them.
 * @throws UserError when nothing was, or a name fits nobody.
 */
export const typedTargets = async (
  request: CommandRequest,
  services: Services,
): Promise<readonly FollowTarget[]> => {
  const targets = [...byName(request, services), ...byWord(request)];
  const match = request.text('match');
  if (match !== null) {
    targets.push({ kind: 'match', id: (await matchNamed(match, services)).match.id });
  }
  if (targets.length === 0) throw new UserError('nothing-to-follow');
  return targets;
};

const byName = (request: CommandRequest, { directory }: Services): FollowTarget[] =>
  (['player', 'pair', 'tournament'] as const).flatMap((kind) => {
    const typed = request.text(kind);
    return typed === null ? [] : [{ kind, id: named(directory, kind, typed).id }];
  });

const byWord = (request: CommandRequest): FollowTarget[] => {
  const category = CATEGORIES.find((each) => each === request.text('category'));
  const level = TOURNAMENT_LEVELS.find((each) => each === request.text('level'));
  return [
    ...(category === undefined ? [] : [categoryTarget(category)]),
    ...(level === undefined ? [] : [levelTarget(level)]),
  ];
};
