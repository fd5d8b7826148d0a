import { z } from 'zod';
import type { Match } from '../match/match.ts';
import { surnameOf } from '../people/surname.ts';
import { normalizedWords, normalizeText } from '../plain.ts';
import type { DeepReadonly } from '../schemas.ts';
import type { Team } from '../terms.ts';
import { HOUR, MINUTE, utcDate } from '../../lib/time.ts';
import type { Video } from './seasons.ts';

/** The addresses of what the service lists of a match. */
export const matchVideosSchema = z.object({
  /** Live, or in full afterwards. */
  broadcast: z.string().nullable(),
  highlights: z.string().nullable(),
});

export type MatchVideos = DeepReadonly<z.output<typeof matchVideosSchema>>;

export const NO_VIDEOS: MatchVideos = { broadcast: null, highlights: null };

/** A match with its venue's minutes ahead of UTC; null where unknown. */
interface MatchAtVenue {
  readonly match: Match;
  readonly offset: number | null;
}

/** Discord's limit for the address of a button. */
const URL_MAX = 512;

const addressOf = ({ url }: Video): string | null => {
  const read = url === null ? null : URL.parse(url);
  if (read?.protocol !== 'https:' || read.username !== '' || read.password !== '') return null;
  return read.href.length <= URL_MAX ? read.href : null;
};

/** An evening's matches, and what is cut of them, may last until then. */
const NIGHT_MS = 5 * HOUR;

/** Whether a video began on the day of a match, by the venue's clock. */
const isOfDay = ({ startedAt }: Video, { match, offset }: MatchAtVenue): boolean => {
  if (startedAt === null || offset === null || match.playedOn === null) return false;
  const local = startedAt + offset * MINUTE;
  return [utcDate(local), utcDate(local - NIGHT_MS)].includes(match.playedOn);
};

/** Surnames that a title has for other reasons. */
const COMMON_WORDS = new Set(
  `court day final finals first highlights live master match men open padel part premier quarterfinal
  round second semifinal set the women`.split(/\s+/),
);

/** No country of double surnames: the last part counts. */
const ONE_SURNAME = 'IT';

const surnamesOf = ({ name, called }: Match['teams']['team_1'][number]): ReadonlySet<string> => {
  const names = called === null || called === undefined ? [name] : [called, name];
  const surnames = names.flatMap((each) => [surnameOf(each), surnameOf(each, ONE_SURNAME)]);
  return new Set(
    surnames
      .map(normalizeText)
      .filter((surname) => surname.length > 1 && !COMMON_WORDS.has(surname)),
  );
};

/** Whole words only: `Gala` is not in `Galán`. */
const says = (words: string, surname: string): boolean => ` ${words} `.includes(` ${surname} `);

const AGAINST = /\s(?:vs?\.?|versus|contra|contre|contro)\s/i;

const WOMEN = /\b(?:women|ladies|femenin[oa]|feminin[eo]?|femminile|dames)\b/;
const MEN = /\b(?:men|masculin[oe]?|maschile|messieurs)\b/;

/** A title in plain words, without the tournament's name, which may be a surname, too. */
interface Title {
  readonly all: string;
  /** The words on both sides of `vs`; null where there is none, or more than one. */
  readonly sides: readonly [string, string] | null;
}

const TITLE_MAX = 300;

const titleOf = (name: string, tournament: string): Title => {
  const cut = name.slice(0, TITLE_MAX);
  const words = (text: string): string =>
    ` ${normalizeText(text)} `.replace(` ${normalizeText(tournament)} `, ' ').trim();
  const [left, right, ...more] = cut.split(AGAINST);
  const isTwo = left !== undefined && right !== undefined && more.length === 0;
  return { all: words(cut), sides: isTwo ? [words(left), words(right)] : null };
};

const isOtherCategory = ({ all }: Title, { category }: Match): boolean =>
  (category === 'men' && WOMEN.test(all)) || (category === 'women' && MEN.test(all));

/** How many players of both teams a title names; 0 unless it names one of each. */
const agreement = (title: Title, match: Match): number => {
  if (isOtherCategory(title, match)) return 0;
  const surnames = (team: Team) => match.teams[team].map(surnamesOf);
  const [home, away] = [surnames('team_1'), surnames('team_2')];
  const named = (text: string, team: typeof home, others: typeof home): number =>
    team.filter((player) =>
      [...player].some(
        // A name of both teams tells nothing, unless each stands on its side.
        (surname) =>
          says(text, surname) &&
          (title.sides !== null || !others.some((each) => each.has(surname))),
      ),
    ).length;
  const both = (left: string, right: string): number => {
    const counts = [named(left, home, away), named(right, away, home)];
    return counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count, 0);
  };
  if (title.sides === null) return both(title.all, title.all);
  const [left, right] = title.sides;
  return Math.max(both(left, right), both(right, left));
};

/** The only match of a tournament that a video agrees with best; null when there is none. */
const matchOf = (
  video: Video,
  tournament: string,
  matches: readonly MatchAtVenue[],
): Match | null => {
  const title = titleOf(video.name, tournament);
  const found = matches
    .filter((each) => isOfDay(video, each))
    .map(({ match }) => ({ match, agrees: agreement(title, match) }))
    .filter(({ agrees }) => agrees > 0);
  const best = Math.max(...found.map(({ agrees }) => agrees));
  const [only, ...others] = found.filter(({ agrees }) => agrees === best);
  return only === undefined || others.length > 0 ? null : only.match;
};

const HIGHLIGHTS = new Set('highlight highlights resumen resume best mejores extended'.split(' '));

const isHighlights = ({ name, type }: Video): boolean =>
  normalizedWords(`${type ?? ''} ${name}`.slice(0, TITLE_MAX)).some((word) => HIGHLIGHTS.has(word));

/** By match id: a video began on the day of the match, and names a player of each team. */
export const videosByMatch = (
  tournament: string,
  matches: readonly MatchAtVenue[],
  videos: readonly Video[],
): ReadonlyMap<number, MatchVideos> => {
  const found = new Map<number, MatchVideos>();
  for (const video of videos.toSorted((a, b) => a.id - b.id)) {
    const address = addressOf(video);
    const match = address === null ? null : matchOf(video, tournament, matches);
    if (match === null) continue;
    const known = found.get(match.id) ?? NO_VIDEOS;
    found.set(match.id, { ...known, [isHighlights(video) ? 'highlights' : 'broadcast']: address });
  }
  return found;
};
