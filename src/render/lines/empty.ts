import type { Reader } from '../../i18n/i18n.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { outside } from '../../i18n/text.ts';
import { dotted } from './lines.ts';
import { matchContext } from './match-line.ts';
import { bothSides } from './names.ts';
import { whenToBegin } from './time.ts';

/** A tournament without an order of play, and how many matches wait for it. */
export interface UndatedTournament {
  readonly tournament: string;
  readonly matches: number;
}

/** Whose follows are shown: a member's or an alert channel's, by Discord id. */
export type ScheduleSubject = { readonly followsNothing: boolean } & (
  | { readonly memberId: string }
  | { readonly channelId: string }
);

/** Says whose follows a public reply shows; null when it shows everything. */
export const subjectLine = ({ t }: Reader, whose: ScheduleSubject | null): string | null =>
  whose === null || whose.followsNothing
    ? null
    : `-# ${t('schedule.whose', { who: mentionOf(whose) })}`;

const mentionOf = (whose: ScheduleSubject): string =>
  'memberId' in whose ? `<@${whose.memberId}>` : `<#${whose.channelId}>`;

/** An upcoming match, and its venue's UTC offset in minutes (null when unknown). */
export interface NextMatch {
  readonly held: TrackedMatch;
  readonly offset: number | null;
}

/** What comes next, where there is nothing now; null when nothing is known. */
export const nextMatchLine = (reader: Reader, next: NextMatch | null): string | null => {
  if (next === null) return null;
  const { held, offset } = next;
  const match = dotted([matchFacts(reader, held), whenToBegin(reader, held.match, offset)]);
  return reader.t('follow.next', { match });
};

/** `Vega / Lamas – Soria / Pinto · Madrid P1 · Men · Quarterfinal`. */
export const matchFacts = ({ t, hidesScores }: Reader, held: TrackedMatch): string =>
  dotted([
    // Who plays next tells who has won.
    hidesScores === true ? null : bothSides(t, held.match),
    outside(matchContext(t, held), 200),
  ]);

export interface EmptyDay {
  readonly whose: ScheduleSubject | null;
  readonly undated: readonly UndatedTournament[];
  /** Whether the request had a filter: other matches may exist. */
  readonly isFiltered: boolean;
  /** The next match of later days that the filter lets through. */
  readonly next: NextMatch | null;
}

export const nothingLines = (
  reader: Reader,
  { whose, undated, isFiltered, next }: EmptyDay,
): readonly string[] => {
  const { t } = reader;
  if (whose?.followsNothing === true) {
    return 'memberId' in whose
      ? [t('schedule.followsNothing', { who: mentionOf(whose) })]
      : [t('follow.noneChannel', { channel: mentionOf(whose) })];
  }
  return [
    ...(undated.length > 0 ? [] : [t(isFiltered ? 'schedule.noneFiltered' : 'schedule.none')]),
    nextMatchLine(reader, next),
  ].filter((line) => line !== null);
};

export const undatedLines = (
  { t }: Reader,
  undated: readonly UndatedTournament[],
): readonly string[] =>
  undated.map(({ tournament, matches }) =>
    t('schedule.notOut', { tournament: outside(tournament, 60), count: matches }),
  );
