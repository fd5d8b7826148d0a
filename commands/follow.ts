import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import {
  type FollowTarget,
  FOLLOW_ALERTS,
  FOLLOW_SCOPES,
  type FollowedAlerts,
  type FollowScope,
} from '../src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '../src/domain/levels.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import type { MessageBody } from '../src/render/message.ts';
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
import { newFollowPlace, scopeOf } from './follows/place.ts';
import { startFollowing } from './follows/start.ts';
import { targetIn, wideTarget } from './options/target-name.ts';
import { levelName } from '../src/render/lines/tournament-texts.ts';

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
      const wanted = { targets, alerts: 'usual', isKept: true } as const;
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
