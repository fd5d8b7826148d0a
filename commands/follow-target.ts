import type { Asker, CommandRequest, Services } from '../src/discord/command.ts';
import type { FollowTarget } from '../src/domain/follows.ts';
import { TEAMS } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { outside } from '../src/i18n/text.ts';
import { named } from '../src/padel-api/naming.ts';
import { surnameOf } from '../src/render/names.ts';
import { findChannelOfGuild, type Channel } from '../src/store/channels.ts';
import type { Follower } from '../src/store/follows.ts';
import { findMatch } from '../src/store/matches.ts';

/** For oneself, or for everybody in the alert channel. */
export type Scope = 'me' | 'channel';

/**
 * The alert channel of the asker's server.
 * @throws UserError in a direct message, or when none was set up.
 */
export const alertChannel = async ({ guildId }: Asker, { db }: Services): Promise<Channel> => {
  if (guildId === null) throw new UserError('server-only');
  const channel = await findChannelOfGuild(db, guildId);
  if (channel === undefined) throw new UserError('no-alert-channel');
  return channel;
};

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
 * The player and the tournament that were named, one or both.
 * @throws UserError when neither was, or a name fits nobody.
 */
export const typedTargets = (
  request: CommandRequest,
  { directory }: Services,
): readonly FollowTarget[] => {
  const targets = (['player', 'tournament'] as const).flatMap((kind) => {
    const typed = request.text(kind);
    return typed === null ? [] : [{ kind, id: named(directory, kind, typed).id }];
  });
  if (targets.length === 0) throw new UserError('nothing-to-follow');
  return targets;
};

/** What a target is called, as it is written: for where Discord reads no markdown. */
export const plainNameOfTarget = async (
  { t }: Pick<Asker, 't'>,
  target: FollowTarget,
  { directory, db }: Services,
): Promise<string> => {
  const unknown = t('follow.unknownName', { id: target.id });
  if (target.kind !== 'match') return directory.get(target.kind, target.id)?.name ?? unknown;
  const held = await findMatch(db, target.id);
  if (held === undefined) return unknown;
  const [home = '?', away = '?'] = TEAMS.map((team) =>
    held.match.teams[team].map(({ name }) => surnameOf(name)).join(' / '),
  );
  return t('follow.match', { home, away });
};

/** Two pairs by surnames fit in. */
const NAME_MAX = 120;

/** What a target is called, safe in markdown. */
export const nameOfTarget = async (
  asker: Pick<Asker, 't'>,
  target: FollowTarget,
  services: Services,
): Promise<string> => outside(await plainNameOfTarget(asker, target, services), NAME_MAX);
