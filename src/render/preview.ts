import type { AlertChannel } from '../domain/alert-channel.ts';
import { alertKindOf, type AboutMatch } from '../domain/alert-events.ts';
import { unwanted } from '../domain/alert-settings.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { quietUntil } from '../domain/quiet-hours.ts';
import type { Instant } from '../domain/terms.ts';
import type { Reader } from '../i18n/i18n.ts';
import { shortened, timestamp } from '../i18n/text.ts';
import { matchContext } from './match-line.ts';
import { matchPost } from './match-posts.ts';
import { COLOURS, NO_MENTIONS, NOBODY, type MessageBody } from './message.ts';
import { sidesTitle } from './names.ts';

/** A piece of news of a match that is over. */
export interface Replayed {
  readonly event: AboutMatch;
  /** When it happened; null where nobody watched. */
  readonly at: Instant | null;
}

export interface PreviewView {
  /** The reader of the channel's alerts. */
  readonly told: Reader;
  readonly channel: AlertChannel;
  readonly held: HeldMatch;
  readonly isFollowed: boolean;
  readonly news: readonly Replayed[];
}

const LINES_MAX = 20;
const DESCRIPTION_MAX = 4_000;

/** The answer of `/alerts preview`: what the channel would have been told of a match, and when. */
export const previewMessage = (reader: Reader, view: PreviewView): MessageBody => {
  const { t } = reader;
  const { held, news, isFollowed, channel } = view;
  const lines = news.flatMap((each) => previewLine(reader, view, each) ?? []);
  const posted = lines.filter(({ isPosted }) => isPosted);
  const dropped = lines.filter(({ isPosted }) => !isPosted);
  const text = [
    isFollowed ? null : `⚠️ ${t('why.notFollowed', { channel: `<#${channel.discordId}>` })}`,
    t('preview.posted', { count: posted.length }),
    ...ends(reader, posted),
    ...(dropped.length === 0 ? [] : ['', t('preview.dropped', { count: dropped.length })]),
    ...[...Map.groupBy(dropped, ({ line }) => line)].map(([line, same]) =>
      same.length === 1 ? line : `${line} ×${same.length}`,
    ),
  ].filter((line) => line !== null);
  return {
    embeds: [
      {
        author: { name: matchContext(t, held) },
        title: sidesTitle(held.match.teams),
        description: shortened(text.join('\n'), DESCRIPTION_MAX),
        color: COLOURS.final,
      },
    ],
    allowed_mentions: NO_MENTIONS,
  };
};

/** How it begins and how it ends, where there is too much between. */
const ends = ({ t }: Reader, posted: readonly { readonly line: string }[]): string[] => {
  const lines = posted.map(({ line }) => line);
  if (lines.length <= LINES_MAX) return lines;
  const half = LINES_MAX / 2;
  const more = t('morning.more', { count: lines.length - LINES_MAX });
  return [...lines.slice(0, half), more, ...lines.slice(-half)];
};

const previewLine = (
  { t }: Reader,
  { told, channel, held }: PreviewView,
  { event, at }: Replayed,
): { readonly line: string; readonly isPosted: boolean } | null => {
  const { settings } = channel;
  const kind = alertKindOf(event);
  if (event.kind === 'reminder' && event.minutes !== settings.remindBefore) return null;
  const reason = kind === null ? null : unwanted(settings, kind, held);
  const due = at === null ? null : at + settings.delay * 1_000;
  const isQuiet = due !== null && quietUntil(settings.quietHours, settings.timeZone, due) !== null;
  const name = kind === null ? '' : t(`alertKind.${kind}`);
  if (reason !== null) return { line: `- ${name}: ${t(`why.reason.${reason}`)}`, isPosted: false };
  if (isQuiet) return { line: `- ${name}: ${t('why.reason.quiet-hours')}`, isPosted: false };
  const { content } = matchPost(told, {
    event,
    held,
    pings: NOBODY,
    correctedAt: null,
    style: settings,
  });
  const when = due === null ? '' : `${timestamp(due, 'T')} `;
  return { line: `- ${when}${content ?? ''}`, isPosted: true };
};
