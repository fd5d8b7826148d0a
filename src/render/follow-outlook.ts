import type { APIEmbed } from 'discord-api-types/v10';
import type { FollowKind } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import type { Outlook } from '../domain/outlook.ts';
import { localDate } from '../i18n/format.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside } from '../i18n/text.ts';
import type { FollowScope } from './follows.ts';
import { matchContext } from './match-line.ts';
import { COLOURS } from './message.ts';
import { teamName } from './names.ts';
import { whenToBegin } from './schedule-time.ts';
import { venueOffset } from './venue.ts';

export interface OutlookView extends Outlook {
  readonly kind: FollowKind;
  readonly scope: FollowScope;
  /** The local date on which a tournament begins; null when it has begun, or for anything else. */
  readonly beginsOn: string | null;
  /** Whether the plan has no live points. */
  readonly lacksLive: boolean;
}

/** Kinds of which one match at a time is of interest; the others bring many. */
const SINGLE: readonly FollowKind[] = ['player', 'pair', 'match'];

const isOn = ({ state }: HeldMatch): boolean => phaseOf(state.status) === 'playing';

/** What a follow is going to bring, and what it cannot; undefined when there is nothing to say. */
export const outlookEmbed = (reader: Reader, view: OutlookView): APIEmbed | undefined => {
  const lines = [comingLine(reader, view), ...limitLines(reader, view)].filter(
    (line) => line !== null,
  );
  if (lines.length === 0) return undefined;
  const isLive = view.next !== null && isOn(view.next);
  return {
    description: lines.join('\n'),
    color: isLive ? COLOURS.live : COLOURS.scheduled,
  };
};

const comingLine = (reader: Reader, view: OutlookView): string | null => {
  const { t, locale } = reader;
  const { kind, next, ahead, coverage, scope, beginsOn, isPast } = view;
  if (isPast) return null;
  if (next === null) {
    if (beginsOn !== null) return t('follow.begins', { date: localDate(locale, beginsOn) });
    if (kind === 'match') return null;
    return t(SINGLE.includes(kind) ? 'follow.noneAheadTheirs' : 'follow.noneAhead');
  }
  if (!SINGLE.includes(kind)) {
    // Where there may be nothing but results, nobody knows how many messages come.
    if (coverage === 'scores') return t('follow.ahead', { count: ahead });
    return t(scope === 'me' ? 'follow.aheadMe' : 'follow.aheadChannel', { count: ahead });
  }
  return isOn(next)
    ? t('follow.onCourtNow', { match: matchText(reader, next) })
    : t('follow.next', { match: matchText(reader, next) });
};

/** `Vega / Lamas – Soria / Pinto · Madrid P1 · Men · Quarterfinal · Jun 7, 2026 · not before …`. */
const matchText = (reader: Reader, held: HeldMatch): string => {
  const { match } = held;
  return [
    `**${teamName(match, 'team_1')}** – **${teamName(match, 'team_2')}**`,
    outside(matchContext(reader.t, held), 200),
    ...(isOn(held) ? [] : whenPlayed(reader, held)),
  ].join(' · ');
};

const whenPlayed = (reader: Reader, held: HeldMatch): string[] => {
  const { match } = held;
  const when = whenToBegin(reader, match, venueOffset(held, match.playedOn));
  return when === null ? [] : [when];
};

const limitLines = ({ t }: Reader, view: OutlookView): (string | null)[] => {
  if (view.isPast) return [t('follow.past')];
  return [
    view.coverage === 'scores' ? t('follow.scoresOnly') : null,
    view.coverage === 'unknown' ? t('follow.coverageUnknown') : null,
    view.lacksLive && view.coverage !== 'scores' ? t('follow.noLivePlan') : null,
  ];
};
