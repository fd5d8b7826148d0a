import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';

/** A tournament without an order of play, and how many matches wait for it. */
export interface UndatedTournament {
  readonly tournament: string;
  readonly matches: number;
}

/** Whose follows are shown: a member's or an alert channel's, by Discord id. */
export type ScheduleSubject = { readonly followsNothing: boolean } & (
  { readonly memberId: string } | { readonly channelId: string }
);

/** Says whose follows a public reply shows; null when it shows everything. */
export const subjectLine = ({ t }: Reader, whose: ScheduleSubject | null): string | null =>
  whose === null || whose.followsNothing
    ? null
    : `-# ${t('schedule.whose', { who: mentionOf(whose) })}`;

const mentionOf = (whose: ScheduleSubject): string =>
  'memberId' in whose ? `<@${whose.memberId}>` : `<#${whose.channelId}>`;

export interface EmptyDay {
  readonly whose: ScheduleSubject | null;
  readonly undated: readonly UndatedTournament[];
  /** Whether the request had a filter: other matches may exist. */
  readonly isFiltered: boolean;
}

export const nothingLines = (
  { t }: Reader,
  { whose, undated, isFiltered }: EmptyDay,
): readonly string[] => {
  if (whose?.followsNothing === true) {
    return 'memberId' in whose
      ? [t('schedule.followsNothing', { who: mentionOf(whose) })]
      : [t('follow.noneChannel', { channel: mentionOf(whose) })];
  }
  if (undated.length > 0) return [];
  return [t(isFiltered ? 'schedule.noneFiltered' : 'schedule.none')];
};

export const undatedLines = (
  { t }: Reader,
  undated: readonly UndatedTournament[],
): readonly string[] =>
  undated.map(({ tournament, matches }) =>
    t('schedule.notOut', { tournament: outside(tournament, 60), count: matches }),
  );
