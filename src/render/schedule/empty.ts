import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';

/** A tournament whose order of play is not out, and how many matches wait for it. */
export interface UndatedTournament {
  readonly tournament: string;
  readonly matches: number;
}

/** Whose follows are shown: a member's or the alert channel's, by Discord's id. */
export type ScheduleSubject = { readonly followsNothing: boolean } & (
  { readonly memberId: string } | { readonly channelId: string }
);

/** Everybody may read the answer: it says whose follows it shows. Null when it shows everything. */
export const subjectLine = ({ t }: Reader, whose: ScheduleSubject | null): string | null =>
  whose === null || whose.followsNothing
    ? null
    : `-# ${t('schedule.whose', { who: mentionOf(whose) })}`;

const mentionOf = (whose: ScheduleSubject): string =>
  'memberId' in whose ? `<@${whose.memberId}>` : `<#${whose.channelId}>`;

/** What a day without any match to show lacks. */
export interface EmptyDay {
  readonly whose: ScheduleSubject | null;
  readonly undated: readonly UndatedTournament[];
  /** Whether only some matches were asked for: then none is not none at all. */
  readonly isFiltered: boolean;
}

/** Why a day shows no match. */
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

/** The tournaments whose order of play is not out. */
export const undatedLines = (
  { t }: Reader,
  undated: readonly UndatedTournament[],
): readonly string[] =>
  undated.map(({ tournament, matches }) =>
    t('schedule.notOut', { tournament: outside(tournament, 60), count: matches }),
  );
