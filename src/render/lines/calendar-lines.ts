import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { monthName, shortDate, shortDateRange } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { levelText, plainTournamentName, statusText } from './tournament-texts.ts';
import { dotted } from './lines.ts';

export const calendarLines = (
  reader: Reader,
  tournaments: readonly Tournament[],
): readonly string[] => {
  let heading: string | null = null;
  return tournaments.flatMap((tournament) => {
    const { startDate } = tournament;
    const month =
      startDate === null ? reader.t('season.undated') : monthName(reader.locale, startDate);
    const line = calendarLine(reader, tournament);
    if (month === heading) return [line];
    heading = month;
    return [`**${month}**`, line];
  });
};

const calendarLine = (reader: Reader, tournament: Tournament): string => {
  const { t, locale } = reader;
  const { startDate, endDate, location, level, status } = tournament;
  const dates =
    startDate === null
      ? null
      : endDate === null
        ? shortDate(locale, startDate)
        : shortDateRange(locale, startDate, endDate);
  const name = outside(plainTournamentName(tournament), 60);
  const isNamedThere = location !== null && tournament.name.includes(location);
  return dotted([
    dates,
    isCalledOff({ status }) ? `~~${name}~~` : name,
    location === null || isNamedThere ? null : outside(location, 40),
    tournament.name.includes(levelText(t, level)) ? null : outside(levelText(t, level), 40),
    status === 'live' ? `**${statusText(t, status)}**` : outside(statusText(t, status), 40),
  ]);
};
