import type { ResultEvent } from '../../domain/alerts/events.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Match } from '../../domain/match/match.ts';
import { opponentOf, type ByTeam, type Team } from '../../domain/terms.ts';
import { drawIn, tieWinner, type TieOfDraw } from '../../domain/tournament/ties.ts';
import { capitalised, countryName } from '../../i18n/format.ts';
import type { Reader, Translate } from '../../i18n/i18n.ts';
import { outside, outsidePlain } from '../../i18n/text.ts';
import type { Contender } from '../../domain/tournament/odds.ts';
import { covered } from '../message.ts';
import { plainPairName } from './names.ts';

const NAME_MAX = 40;

type NamesTeams = Pick<Reader, 'locale' | 't'>;

/** A team of a tie as plain text: a nation in the reader's language, any other name unchanged. */
export const plainTeam = ({ locale, t }: NamesTeams, team: string | null): string =>
  team === null ? t('tournament.open') : outsidePlain(countryName(locale, team), NAME_MAX);

/** Who may win a draw: a pair, a team, or a qualifier that is not known yet. */
export const contenderName = (reader: Reader, { players, team }: Contender): string => {
  if (team !== null) return plainTeam(reader, team);
  return players.length === 0 ? reader.t('tournament.qualifier') : plainPairName(players);
};

/** A team of a tie, safe in markdown. */
export const tieTeam = ({ locale, t }: NamesTeams, team: string | null): string =>
  team === null ? t('tournament.open') : outside(countryName(locale, team), NAME_MAX);

/** `third rubber`. */
const rubberWord = (t: Translate, number: number): string =>
  number === 1 || number === 2 || number === 3
    ? t(`tie.rubber.${number}`)
    : t('tie.rubberNumber', { number });

/** `Argentina – Italy · third rubber`, as plain text; null for a match of pairs. */
export const plainTieTitle = (reader: Reader, { tie }: Pick<Match, 'tie'>): string | null => {
  if (tie === undefined) return null;
  const { team_1: home, team_2: away } = tie.teams;
  const sides = `${plainTeam(reader, home)} – ${plainTeam(reader, away)}`;
  return `${sides} · ${rubberWord(reader.t, tie.rubber)}`;
};

/** Both teams of a tie and the rubbers won, if known; safe in markdown. */
const sidesOf = (
  reader: Reader,
  teams: ByTeam<string | null>,
  score: string | null,
  winner: Team | null,
): string => {
  const nameOf = (team: Team): string => {
    const name = tieTeam(reader, teams[team]);
    return winner === team ? `**${name}**` : name;
  };
  return `${nameOf('team_1')} ${score ?? '–'} ${nameOf('team_2')}`;
};

const plainScore = (score: ByTeam<number> | null): string | null =>
  score === null ? null : `${score.team_1}–${score.team_2}`;

/** `Argentina 1–1 Italy · third rubber`, safe in markdown; null for a match of pairs. */
export const tieLine = (
  reader: Reader,
  { match, tie: standing }: TrackedMatch,
  coverScores: boolean,
): string | null => {
  const { tie } = match;
  if (tie === undefined) return null;
  const score = plainScore(standing?.score ?? null);
  const shown = score === null ? null : covered(score, coverScores);
  return `${sidesOf(reader, tie.teams, shown, null)} · ${rubberWord(reader.t, tie.rubber)}`;
};

/** A tie of a draw on one line, the winner in bold: `**Argentina** 2–1 Italy`. */
export const tieOfDrawLine = (
  reader: Reader,
  { teams, result: standing, isPlaying }: Pick<TieOfDraw, 'teams' | 'result' | 'isPlaying'>,
): string => {
  const { score, winner } = standing;
  const hasBegun = isPlaying || score === null || score.team_1 + score.team_2 > 0;
  const line = sidesOf(reader, teams, hasBegun ? plainScore(score) : null, winner);
  return isPlaying ? `${line} · ${reader.t('follow.onCourt')}` : line;
};

/** `2-1`, from the given team's side. */
const scoreFrom = (score: ByTeam<number>, team: Team): string =>
  `${score[team]}-${score[opponentOf(team)]}`;

/** What a rubber's result means for its tie: `Italy lead 1-0.`; null when unknown. */
export const tieMeaning = (
  reader: Reader,
  { tie }: Pick<Match, 'tie'>,
  { tie: score }: Pick<ResultEvent, 'tie'>,
): string | null => {
  if (tie === undefined || score === undefined) return null;
  const { t } = reader;
  if (score.team_1 === score.team_2) return t('tie.level', { score: scoreFrom(score, 'team_1') });
  const leader: Team = score.team_1 > score.team_2 ? 'team_1' : 'team_2';
  const values = { team: tieTeam(reader, tie.teams[leader]), score: scoreFrom(score, leader) };
  return t(tieWinner(score) === null ? 'tie.lead' : 'tie.won', values);
};

/** A tie's result in one sentence, the winner first. */
export const tieSentence = (
  reader: Reader,
  teams: ByTeam<string | null>,
  { winner, score }: { readonly winner: Team; readonly score: ByTeam<number> | null },
): string => {
  const names = {
    winner: tieTeam(reader, teams[winner]),
    loser: tieTeam(reader, teams[opponentOf(winner)]),
  };
  return score === null
    ? reader.t('tie.resultNoScore', names)
    : reader.t('tie.result', { ...names, score: scoreFrom(score, winner) });
};

/** `Third rubber: …` with its result. */
export const deciderText = (
  { t, locale }: Reader,
  { tie }: Pick<Match, 'tie'>,
  result: string,
): string =>
  `${t('labelled', { name: capitalised(locale, rubberWord(t, tie?.rubber ?? 0)), value: result })}.`;

/** The phase of a team event in words; null in the main draw, whose rounds have names. */
export const phaseName = (t: Translate, match: Pick<Match, 'draw' | 'tie'>): string | null => {
  const draw = drawIn(match);
  if (match.tie === undefined) return null;
  if (draw === 'placement') return t('tie.placement');
  if (draw !== 'group') return null;
  return match.tie.group === null ? t('tie.groupStage') : groupName(t, match.tie.group);
};

/** `Group A`; other group names stay unchanged. */
export const groupName = (t: Translate, group: string): string =>
  /^[A-Za-z\d]{1,2}$/.test(group) ? t('tie.group', { group }) : outsidePlain(group, NAME_MAX);
