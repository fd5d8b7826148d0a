import { DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import { WEBHOOK_EVENTS, type NewWebhook, type Webhook } from '../../domain/webhook.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow, controlId, menuRow } from '../controls.ts';
import { joinedWithin, joinedLines, dotted } from '../lines.ts';
import { COLOURS, type MessageBody, reply, embedReply } from '../message.ts';

/** The action; its text is `webhook.…Is` in the locale files. */
export type WebhookDone = 'show' | 'address' | 'events' | 'pause' | 'resume';

const URL_MAX = 300;

/** An address without parts that may be secret: password and query. */
const addressOf = ({ t }: Pick<Reader, 't'>, { url }: Pick<Webhook, 'url'>): string => {
  const parsed = url === null ? null : URL.parse(url);
  if (parsed === null) return t('webhook.noUrl');
  const { origin, pathname, search } = parsed;
  return `${outside(`${origin}${pathname}`, URL_MAX)}${search === '' ? '' : '?…'}`;
};

const hostOf = ({ url }: Webhook): string | null =>
  url === null ? null : (URL.parse(url)?.host ?? null);

/** The bot does not know its own public address, but another host is rarely this bot. */
const movedLine = (reader: Reader, webhook: Webhook, before: Webhook | null): string | null =>
  before === null || hostOf(before) === null || hostOf(before) === hostOf(webhook)
    ? null
    : `⚠️ ${reader.t('webhook.moved', { before: addressOf(reader, before) })}`;

/**
 * A webhook as the service returns it, with a menu of its events. `before` is the webhook before
 * its address was changed.
 */
export const webhookMessage = (
  reader: Reader,
  webhook: Webhook,
  done: WebhookDone,
  before: Webhook | null = null,
): MessageBody => {
  const { t } = reader;
  const { id, events, createdAt, updatedAt } = webhook;
  const isPaused = events.length === 0;
  const resume = `\`/${t('command.webhook.name')} ${t('command.webhook.sub.resume.name')}\``;
  const times = dotted([
    createdAt === null ? null : t('webhook.created', { when: timestamp(createdAt, 'R') }),
    updatedAt === null ? null : t('webhook.changed', { when: timestamp(updatedAt, 'R') }),
  ]);
  return embedReply(
    {
      title: t('webhook.title', { id }),
      description: [
        `${t('webhook.active')} ${addressOf(reader, webhook)}`,
        isPaused
          ? t('webhook.paused', { command: resume })
          : `**${t('webhook.events', { count: events.length })}**`,
        ...events.map((event) => `- \`${event}\``),
        ...(times === '' ? [] : [times]),
      ].join('\n'),
      color: isPaused ? COLOURS.warning : COLOURS.live,
    },
    {
      content: joinedLines([t(`webhook.${done}Is`), movedLine(reader, webhook, before)]),
      components: menuRow(
        controlId('webhook', 'events', id),
        t('webhook.chooseEvents'),
        WEBHOOK_EVENTS.map((event) => ({
          value: event,
          label: event,
          isChosen: events.includes(event),
        })),
        WEBHOOK_EVENTS.length,
      ),
    },
  );
};

const eventsLine = ({ t }: Reader, { events }: Pick<Webhook, 'events'>): string =>
  events.length === 0 ? t('webhook.isPaused') : t('webhook.events', { count: events.length });

export const webhookList = (reader: Reader, webhooks: readonly Webhook[]): MessageBody =>
  embedReply({
    title: reader.t('webhook.listTitle', { count: webhooks.length }),
    description: joinedWithin(
      webhooks.map(
        (each) => `**${each.id}** · ${addressOf(reader, each)} · ${eventsLine(reader, each)}`,
      ),
      DESCRIPTION_MAX,
    ),
    color: COLOURS.live,
  });

/** A line for `.env`, where `#` starts a comment. */
const envLine = (secret: string): string => {
  const quote = /^[\w.+/=:@%-]+$/.test(secret)
    ? ''
    : (["'", '"', '`'].find((each) => !secret.includes(each)) ?? "'");
  return `WEBHOOK_SECRET=${quote}${secret}${quote}`;
};

/** A new webhook with its secret, which is shown once, to the operator only. */
export const newWebhookMessage = (
  reader: Reader,
  asked: Pick<Webhook, 'url' | 'events'>,
  { id, secret }: NewWebhook,
): MessageBody => {
  const { t } = reader;
  const secretLines =
    secret === null
      ? [t('webhook.noSecret')]
      : [t('webhook.secretOnce'), `\`\`\`\n${envLine(secret)}\n\`\`\``, t('webhook.secretNext')];
  return embedReply({
    title: t('webhook.createdTitle', { id }),
    description: [
      `${t('webhook.active')} ${addressOf(reader, asked)}`,
      `**${eventsLine(reader, asked)}**`,
      '',
      ...secretLines,
    ].join('\n'),
    color: COLOURS.live,
  });
};

/** Asks before a webhook is deleted: the effect, and that it cannot be undone. */
export const deleteQuestion = (reader: Reader, webhook: Webhook): MessageBody => {
  const { t } = reader;
  const { id } = webhook;
  return embedReply(
    {
      title: t('webhook.confirm', { id }),
      description: [
        t('webhook.confirmMeaning', { url: addressOf(reader, webhook) }),
        t('webhook.confirmPause'),
      ].join('\n'),
      color: COLOURS.warning,
    },
    {
      components: buttonRow(
        { id: controlId('webhook', 'delete', id), label: t('webhook.delete'), style: 'danger' },
        { id: controlId('webhook', 'keep', id), label: t('webhook.keep') },
      ),
    },
  );
};

export const deleteAnswer = ({ t }: Reader, id: number, outcome: 'deleted' | 'kept'): MessageBody =>
  reply({ content: t(`webhook.${outcome}`, { id }) });
