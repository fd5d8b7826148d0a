import { all } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow, controlId, linkRow } from '../controls.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { panelControl } from './panel/view.ts';
import { mention } from '../follows/follows.ts';

export type HelpTopic = 'now' | 'people' | 'alerts';

interface HelpEntry {
  /** A mention, `</live:123>`, or its name in code. */
  readonly command: string;
  readonly description: string;
}

/** The mentions of the commands suggested first. */
type FirstSteps = Readonly<Record<'setUp' | 'follow' | 'live' | 'h2h', string>>;

export interface HelpView {
  readonly where: 'direct' | 'server';
  readonly mayManage: boolean;
  /** An alert channel whose settings the reader may change without the permission; null for none. */
  readonly managedKey: number | null;
  /** The alert channels that the reader may see; empty when none is set up. */
  readonly alertChannelIds: readonly string[];
  readonly steps: FirstSteps;
  /** Where members get help with the bot; null where the operator names no place. */
  readonly supportUrl: string | null;
  readonly topics: readonly { readonly topic: HelpTopic; readonly entries: readonly HelpEntry[] }[];
}

/** The reply to `/help`: first steps, then every command by topic. */
export const helpMessage = (reader: Reader, view: HelpView): MessageBody => {
  const { t } = reader;
  const { managedKey } = view;
  const steps = firstSteps(reader, view).map((step, index) => `${index + 1}. ${step}`);
  return embedReply({
    title: t('help.title'),
    description: [alertsLine(reader, view), '', `**${t('help.begin')}**`, ...steps],
    color: COLOURS.final,
    fields: view.topics.map(({ topic, entries }) => ({
      name: t(`help.section.${topic}`),
      value: entries.map(({ command, description }) => `${command} ${description}`).join('\n'),
    })),
    components: [
      ...buttonRow(
        { id: controlId('help', 'status'), label: t('help.status') },
        // Discord hides `/alerts` from those who manage alerts by a role of the server's settings.
        managedKey === null
          ? null
          : { id: panelControl('open', managedKey, 'what'), label: t('import.file') },
      ),
      ...linkRow(view.supportUrl, t('help.support')),
    ],
  });
};

/** Alert channels that are named; there are rarely more than two. */
const CHANNELS_MAX = 10;

const alertsLine = ({ t, locale }: Reader, view: HelpView): string => {
  if (view.where === 'direct') return t('help.direct');
  const channels = view.alertChannelIds.slice(0, CHANNELS_MAX).map(mention);
  return channels.length === 0
    ? t('error.no-alert-channel')
    : t('help.alertsGo', { channel: all(locale, channels) });
};

/** Moderators set up alerts first; members query, and follow where an alert channel exists. */
const firstSteps = ({ t }: Pick<Reader, 't'>, view: HelpView): readonly string[] => {
  const { steps, where, mayManage } = view;
  const hasAlerts = view.alertChannelIds.length > 0;
  const live = t('help.live', { command: steps.live });
  const h2h = t('help.h2h', { command: steps.h2h });
  const catchUp = t('help.catchUp', { name: t('catchUp.name') });
  if (where === 'direct') return [live, h2h, catchUp];
  if (!mayManage) {
    const follow = t('help.follow', { command: steps.follow });
    return hasAlerts ? [live, follow, h2h, catchUp] : [live, h2h];
  }
  const followChannel = t('help.followChannel', { command: steps.follow });
  return hasAlerts
    ? [followChannel, live]
    : [t('help.setUp', { command: steps.setUp }), followChannel, live];
};
