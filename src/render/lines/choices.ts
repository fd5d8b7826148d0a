import { fullNameWithDisplayName } from '../../domain/people/display-names.ts';
import type { DirectoryEntry } from '../../domain/people/directory.ts';
import { CHOICE_TEXT_MAX } from '../../discord/message-limits.ts';
import { stateOf, type TrackedMatch } from '../../domain/match/state.ts';
import { isCancelled, phaseOf } from '../../domain/match/match.ts';
import { scoreOf } from '../../domain/match/reading.ts';
import { formatSets } from '../../domain/match/score.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import { roundName } from './match-line.ts';
import { flagOf, plainMatchName } from './names.ts';
import { venueTime } from './time.ts';
import { dotted } from './lines.ts';

/** Limits the two pairs, so that the rest of the label is visible. */
const NAMES_MAX = 55;

/** A match as a menu option: teams, score or time, tournament; for who hides scores, nothing of how far it is. */
export const matchChoice = (
  reader: Reader,
  held: Pick<TrackedMatch, 'match' | 'tournament'> & Partial<Pick<TrackedMatch, 'state'>>,
): string => {
  const { match, tournament } = held;
  const label = dotted([
    shortened(plainMatchName(match), NAMES_MAX),
    standing(reader, held),
    outsidePlain(roundName(reader.t, { match }), 30),
    tournament === null ? null : outsidePlain(tournament.name, 30),
  ]);
  return shortened(label, CHOICE_TEXT_MAX);
};

const standing = (
  reader: Reader,
  { match, state = stateOf(match) }: Parameters<typeof matchChoice>[1],
): string => {
  const { t, locale } = reader;
  const date = match.playedOn === null ? '' : localDate(locale, match.playedOn);
  if (reader.hidesScores === true) return date;
  const score = formatSets(scoreOf(state));
  const phase = phaseOf(state.status);
  if (phase === 'playing') return [t('follow.onCourt'), score].filter(Boolean).join(' ');
  const label = match.scheduleLabel === null ? '' : venueTime(reader, match.scheduleLabel);
  const detail = phase === 'over' ? score : label;
  return [date, detail, wordFor(t, state.status)].filter(Boolean).join(' ');
};

const wordFor = (t: Reader['t'], status: string): string => {
  if (status === 'walkover') return t('h2h.walkover');
  if (isCancelled(status)) return t('card.cancelled');
  return status === 'retired' ? t('schedule.retired') : '';
};

/** A name as a choice, with details that distinguish namesakes: flag, category and ranking, or the date. */
export const entryChoice = (reader: Reader, entry: DirectoryEntry): string => {
  const flag = flagOf(entry.country);
  const label = labelOf(reader, entry);
  return flag === '' ? label : `${flag} ${label}`;
};

const labelOf = ({ t, locale }: Reader, entry: DirectoryEntry): string => {
  const name = outsidePlain(fullNameWithDisplayName(entry), 60);
  if (entry.category !== null) {
    const category = t(`category.${entry.category}`);
    const { ranking } = entry;
    const place = ranking === null ? '' : t('pair.ranking', { ranking });
    return dotted([name, `${category} ${place}`.trim()]);
  }
  if (entry.startDate === null) return name;
  return dotted([name, localDate(locale, entry.startDate)]);
};
