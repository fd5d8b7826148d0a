import { EMBED_TITLE_MAX } from '../../discord/message-limits.ts';
import type { DisplayNamed } from '../../domain/people/display-names.ts';
import type { Match } from '../../domain/match/match.ts';
import { TEAMS, type ByTeam, type Team } from '../../domain/terms.ts';
import type { Translate } from '../../i18n/i18n.ts';
import { outside, outsideInCode, outsidePlain, shortened } from '../../i18n/text.ts';
import { disambiguatedNames } from './disambiguation.ts';

export interface Named extends DisplayNamed {
  readonly id: number;
}

const NAME_MAX = 40;

/** A player's full name, safe in markdown. */
export const fullName = ({ name }: Pick<DisplayNamed, 'name'>): string => outside(name, NAME_MAX);

/** A team, `Vega / Lamas`, distinct within `everybody`; safe in markdown. */
export const pairName = (
  players: readonly DisplayNamed[],
  everybody: readonly DisplayNamed[] = players,
): string =>
  players
    .map(disambiguatedNames(everybody))
    .map((name) => outside(name, NAME_MAX))
    .join(' / ') || '?';

/** A team for fields without markdown. */
export const plainPairName = (
  players: readonly DisplayNamed[],
  everybody: readonly DisplayNamed[] = players,
): string => plainlyJoined(players.map(disambiguatedNames(everybody)));

const plainlyJoined = (names: readonly string[]): string =>
  names.map((name) => outsidePlain(name, NAME_MAX)).join(' / ') || '?';

/** A team by full names, `Ana Vega / Eva Lamas`, safe in markdown. */
export const fullPairName = (players: readonly Pick<DisplayNamed, 'name'>[]): string =>
  players.map(fullName).join(' / ') || '?';

type NamedSides = ByTeam<readonly DisplayNamed[]>;

const onBothSides = (sides: NamedSides): readonly DisplayNamed[] =>
  TEAMS.flatMap((team) => sides[team]);

/** One of two sides in a sentence, safe in markdown. */
export const sideName = (sides: NamedSides, team: Team): string =>
  pairName(sides[team], onBothSides(sides));

/** One of two sides for fields without markdown. */
export const plainSideName = (sides: NamedSides, team: Team): string =>
  plainPairName(sides[team], onBothSides(sides));

export const sidesTitle = (teams: ByTeam<readonly Pick<DisplayNamed, 'name'>[]>): string =>
  shortened(`${fullPairName(teams.team_1)} – ${fullPairName(teams.team_2)}`, EMBED_TITLE_MAX);

export const teamName = (match: Match, team: Team): string => sideName(match.teams, team);

/** Both teams as values of a text. */
export const namesOf = (match: Match) => ({
  home: teamName(match, 'team_1'),
  away: teamName(match, 'team_2'),
});

/** Both teams on a line. */
export const bothNames = (match: Match): string => Object.values(namesOf(match)).join(' – ');

/** The suffix of a team with a seed or a code of the draw, ` [3]`, ` [WC]`; empty without one. */
export const seedOf = ({ seeds }: Pick<Match, 'seeds'>, team: Team): string => {
  const seed = seeds?.[team] ?? null;
  return seed === null ? '' : ` [${seed}]`;
};

/** Who comes to a side whose players are not known yet. */
export const openSide = (t: Translate, { seeds }: Pick<Match, 'seeds'>, team: Team): string =>
  t(seeds?.[team] === 'Q' ? 'tournament.qualifier' : 'tournament.open');

/** A side of a match that is not over: its team, or who comes to it; safe in markdown. */
export const sideOf = (t: Translate, match: Match, team: Team): string =>
  match.teams[team].length === 0 ? openSide(t, match, team) : teamName(match, team);

/** Both sides of a match that is not over, on a line. */
export const bothSides = (t: Translate, match: Match): string =>
  TEAMS.map((team) => `**${sideOf(t, match, team)}**`).join(' – ');

/** A team with its seed, `Vega / Lamas [3]`; safe in markdown. */
export const seededName = (t: Translate, match: Match, team: Team): string =>
  `${sideOf(t, match, team)}${match.teams[team].length === 0 ? '' : seedOf(match, team)}`;

/** Both teams with their seeds as values of a text. */
export const seededNames = (t: Translate, match: Match) => ({
  home: seededName(t, match, 'team_1'),
  away: seededName(t, match, 'team_2'),
});

/**
 * Both teams for fields without markdown: `Vega / Lamas – Soria / Pinto`. An unknown team is a
 * question mark.
 */
export const plainMatchName = ({ teams }: Pick<Match, 'teams'>): string => {
  const nameOf = disambiguatedNames(onBothSides(teams));
  return TEAMS.map((team) => plainlyJoined(teams[team].map(nameOf))).join(' – ');
};

/** A team in a score block, cut to `max` characters and not escaped. */
export const blockName = (teams: NamedSides, team: Team, max: number): string => {
  // More than two names are not a team and would not fit.
  const names = teams[team].slice(0, 2).map(disambiguatedNames(onBothSides(teams)));
  const fit = names.join('/').length <= max;
  const each = Math.floor((max - (names.length - 1)) / Math.max(1, names.length));
  return names.map((name) => outsideInCode(name, fit ? max : each)).join('/');
};

/** The player ids of a team in a custom id: `12-34`. */
export const idsOf = (players: readonly Named[]): string => players.map(({ id }) => id).join('-');

/** The flag emoji of a country code such as `ES`; empty for anything else. */
export const flagOf = (country: string | null): string =>
  country !== null && /^[A-Za-z]{2}$/.test(country)
    ? country
        .toUpperCase()
        .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0)))
    : '';
