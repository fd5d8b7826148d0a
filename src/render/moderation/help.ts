import type { Reader } from '../../i18n/i18n.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { mention } from '../follows/follows.ts';

export type HelpTopic = 'now' | 'people' | 'events' | 'alerts' | 'bot';

interface HelpEntry {
  /** A mention, `</live:123>`, or its name in code. */
  readonly command: string;
  readonly description: string;
}

/** The mentions of the commands suggested first. */
type FirstSteps = Readonly<Record<'setUp' | 'follow' | 'follows' | 'live' | 'h2h', string>>;

export interface HelpView {
  readonly where: 'direct' | 'server';
  readonly mayManage: boolean;
  /** The alert channel; null when none is set up. */
  readonly alertChannelId: string | null;
  readonly steps: FirstSteps;
  readonly topics: readonly { readonly topic: HelpTopic; readonly entries: readonly HelpEntry[] }[];
}

/** The reply to `/help`: first steps, then every command by topic. */
export const helpMessage = ({ t }: Pick<Reader, 't'>, view: HelpView): MessageBody => {
  const steps = firstSteps({ t }, view).map((step, index) => `${index + 1}. ${step}`);
  return embedReply({
    title: t('help.title'),
    description: [alertsLine({ t }, view), '', `**${t('help.begin')}**`, ...steps].join('\n'),
    color: COLOURS.final,
    fields: view.topics.map(({ topic, entries }) => ({
      name: t(`help.section.${topic}`),
      value: entries.map(({ command, description }) => `${command} ${description}`).join('\n'),
    })),
  });
};

const alertsLine = ({ t }: Pick<Reader, 't'>, view: HelpView): string => {
  if (view.where === 'direct') return t('help.direct');
  return view.alertChannelId === null
    ? t('help.noAlerts', { command: view.steps.setUp })
    : t('help.alertsGo', { channel: mention(view.alertChannelId) });
};

/** Moderators set up alerts first; members query, and follow where an alert channel exists. */
const firstSteps = ({ t }: Pick<Reader, 't'>, view: HelpView): readonly string[] => {
  const { steps, where, mayManage, alertChannelId } = view;
  const live = t('help.live', { command: steps.live });
  const h2h = t('help.h2h', { command: steps.h2h });
  if (where === 'direct') return [live, h2h];
  if (!mayManage) {
    const follow = t('help.follow', { command: steps.follow });
    return alertChannelId === null ? [live, h2h] : [live, follow, h2h];
  }
  const followChannel = t('help.followChannel', { command: steps.follow });
  return alertChannelId === null
    ? [t('help.setUp', { command: steps.setUp }), followChannel, live]
    : [followChannel, t('help.list', { command: steps.follows }), live];
};
