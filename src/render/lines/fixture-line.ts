import type { DrawPlace } from '../../domain/tournament/draw.ts';
import { phaseOf, type Match } from '../../domain/match/match.ts';
import { formatSets } from '../../domain/match/score.ts';
import { readLabel } from '../../domain/match/schedule-labels.ts';
import { TEAMS, type ByTeam } from '../../domain/terms.ts';
import { percentages, shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { meetingScore } from './meeting-line.ts';
import { openSide, pairName, seedOf } from './names.ts';
import { otherStatus } from './match-line.ts';
import { shownSets } from './score.ts';
import { tieOfDrawLine, tieTeam } from './ties.ts';
import { dotted } from './lines.ts';
import { venueTime } from './time.ts';

/**
 * A place of a draw on one line, the winner in bold; safe in markdown.
 * @param chances before an open match; null where they are unknown
 */
export const placeLine = (
  reader: Reader,
  place: DrawPlace,
  chances: ByTeam<number> | null = null,
): string => {
  const { t } = reader;
  const { match, tie, teams, names: nations, winner } = place;
  const shares = chances && percentages(reader.locale, chances);
  const odds = shares && `${shares.home} – ${shares.away}`;
  if (tie !== null) return dotted([tieOfDrawLine(reader, tie), odds]);
  if (nations.team_1 !== null || nations.team_2 !== null) {
    return TEAMS.map((team) => tieTeam(reader, nations[team])).join(' – ');
  }
  const everybody = TEAMS.flatMap((team) => teams[team] ?? []);
  const names = TEAMS.flatMap((team) => {
    const players = teams[team];
    if (match?.status === 'bye' && players?.length === 0) return [];
    if (players === null || players.length === 0) return [openSide(t, place, team)];
    const name = pairName(players, everybody);
    const shown = team === winner ? `**${name}**` : name;
    return [`${shown}${seedOf(place, team)}`];
  });
  const standing = match === null ? null : standingOf(reader, match);
  return dotted([names.join(' – '), odds, standing]);
};

/** The state of a match, the score from its first team; null when there is nothing to say. */
const standingOf = (reader: Reader, match: Match): string | null => {
  const { t, locale } = reader;
  if (match.status === 'bye') return t('tournament.bye');
  const phase = phaseOf(match.status);
  if (phase === 'over') return meetingScore(reader, { match, firstSide: 'team_1' });
  if (phase === 'playing') {
    const score = formatSets(shownSets(match));
    return score === '' ? t('follow.onCourt') : t('tournament.playingAt', { score });
  }
  const facts = dotted([
    match.playedOn === null ? null : shortDate(locale, match.playedOn),
    'minutes' in readLabel(match.scheduleLabel)
      ? venueTime(reader, match.scheduleLabel, outside)
      : null,
    match.court === null ? null : outside(match.court, 30),
    phase === 'unknown' ? otherStatus(t, match.status) : null,
  ]);
  return facts === '' ? null : facts;
};

export const fixtureLine = (reader: Reader, match: Match, winner: DrawPlace['winner']): string =>
  placeLine(reader, {
    round: match.round ?? 1,
    slot: match.slot ?? 0,
    match,
    tie: null,
    teams: match.teams,
    names: { team_1: null, team_2: null },
    seeds: match.seeds ?? { team_1: null, team_2: null },
    winner,
  });
