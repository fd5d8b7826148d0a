import type { APIApplicationCommandOptionChoice } from 'discord-api-types/v10';
import type { FollowedAlerts, FollowScope } from '../../domain/alerts/follows.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { controlId, menuRow } from '../controls.ts';
import { reply, type MessageBody } from '../message.ts';

/** The options of `/follow` beside the name. */
export interface AskedFollow {
  readonly scope: FollowScope;
  readonly alerts: FollowedAlerts;
  /** Null for the default alert channel. */
  readonly channelId: string | null;
  /** A category or a level that is followed, too. */
  readonly what: string | null;
}

/** Stands in a control for an option that was not given. */
export const NOT_NAMED = '0';

const NAME_MAX = 100;

/** Asks which of several was meant: a menu that follows what is chosen. */
export const whichNameMessage = (
  { t }: Reader,
  {
    name,
    choices,
    scope,
    alerts,
    channelId,
    what,
  }: AskedFollow & {
    readonly name: string;
    readonly choices: readonly APIApplicationCommandOptionChoice[];
  },
): MessageBody =>
  reply({
    content: t('follow.which', { name: outside(name, NAME_MAX) }),
    components: menuRow(
      controlId('follow', 'pick', scope, alerts, channelId ?? NOT_NAMED, what ?? NOT_NAMED),
      t('button.follow'),
      choices.map((each) => ({ value: String(each.value), label: each.name })),
    ),
  });
