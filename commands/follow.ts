import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import { FOLLOW_ALERTS, FOLLOW_SCOPES, type FollowScope } from '../src/domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '../src/domain/levels.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { findAlertChannel } from './alerts/channel.ts';
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
    const scope = scopeOf(request);
    const asked = [
      ...(name === null ? [] : [await targetNamed(request, name, services)]),
      ...(what === null ? [] : [wideTarget(what)]),
    ];
    const targets = await followable(request, asked, services);
    if (alerts === 'moments' && scope === 'channel') throw new UserError('moments-for-members');
    const place = await newFollowPlace(request, scope, channelId, services);
    return await startFollowing(request, { targets, alerts, isKept: false }, place, services);
  },
  component: {
    answer: ([control = '']) => (LIST_CONTROLS.includes(control) ? 'update' : 'private'),
    run: async (request, services) => {
      const [control = ''] = request.values;
      if (LIST_CONTROLS.includes(control)) return await onFollowList(request, services);
      const target = targetIn(request.chosen[0]?.split(':') ?? request.values);
      const targets = await followable(request, [target], services);
      const scope = await scopeOfControl(request, services);
      const place = await newFollowPlace(request, scope, null, services);
      const wanted = { targets, alerts: 'usual', isKept: true } as const;
      return await startFollowing(request, wanted, place, services);
    },
  },
};

/** The controls of the list of follows. */
const LIST_CONTROLS = ['end', 'page'];

/** In the server's alert channel; without one, by direct message. */
const scopeOfControl = async (user: CommandUser, services: Services): Promise<FollowScope> =>
  (await findAlertChannel(user, services)) === undefined || user.guildId === null ? 'direct' : 'me';
