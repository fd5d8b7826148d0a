import type { Command, ComponentRequest, Services } from '../src/discord/command.ts';
import { pastWinners } from '../src/domain/tournament/editions.ts';
import { idsOfPair } from '../src/domain/people/pairs.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { resolveName } from '../src/padel-api/names/naming.ts';
import { PER_PAGE, wholeList } from '../src/padel-api/request/pages.ts';
import type { MessageBody } from '../src/render/message.ts';
import { followsOfMember } from '../src/store/follows/follows.ts';
import { drawnFile, type Picture } from '../src/render/pictures/picture.ts';
import { tournamentMessage } from '../src/render/tournament/card.ts';
import { LISTED_ROUNDS } from '../src/render/tournament/controls.ts';
import { chancesImage, chancesMessage } from '../src/render/tournament/chances.ts';
import { drawMessage, drawPage, bracketImages } from '../src/render/tournament/draw.ts';
import { roundMessage } from '../src/render/tournament/matches.ts';
import { videosMessage } from '../src/render/tournament/videos.ts';
import { numberIn, wordIn, handlerOf, type ControlHandler } from './options/control-values.ts';
import { searchTournament, suggestTournaments, tournamentOption } from './options/tournament.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { readInTime } from './queries/optional.ts';
import { strengthsOf } from './queries/strengths.ts';
import { planLimits } from './queries/match-sources.ts';
import { allMatchesOf, matchesIfReadable } from './queries/tournament-matches.ts';
import { FIRST_SEASON_YEAR, seasonYearAt } from '../src/domain/tournament/seasons.ts';
import { UserError } from '../src/errors.ts';
import { SEASON_FILTERS, seasonMessage, type SeasonView } from '../src/render/tournament/season.ts';
import { serviceDay } from './options/day.ts';

/** `/tournament`: its card and progress, draw, matches and videos; without a name, the calendar of the season. */
export const tournament: Command = {
  definition: {
    ...labels((texts) => texts.command.tournament),
    ...ANYWHERE,
    options: [tournamentOption()],
  },
  visibility: 'public',
  autocomplete: (request, services) => suggestTournaments(request, services),
  run: (request, services) => {
    const typed = request.text('tournament');
    return typed === null
      ? currentCalendar(request, services)
      : card(request, resolveName(services.directory, 'tournament', typed).id, services);
  },
  component: {
    // Opened from another message it is private; its own controls update the message.
    answer: ([kind]) => (kind === 'open' ? 'private' : 'update'),
    run: async (request, services) => {
      if (isOnCalendar(request.values)) return await onCalendar(request, services);
      const [kind, id = ''] = request.values;
      const tournamentId = numberIn(kind === 'open' && id === '' ? request.chosen[0] : id);
      return await handlerOf(VIEWS, kind)(request, tournamentId, services);
    },
  },
};

const card = async (reader: Reader, id: number, services: Services): Promise<MessageBody> => {
  const { api } = services;
  const [found, read, editions] = await Promise.all([
    searchTournament(id, services),
    matchesIfReadable(id, services),
    readInTime((signal) => api.tournamentEditions(id, { perPage: PER_PAGE }, { signal })),
  ]);
  // Both reads failed: the service's error says more than an empty card.
  if ('error' in read && found.readAt === null) throw read.error;
  const times = [found.readAt, 'error' in read ? null : read.readAt];
  return tournamentMessage(reader, {
    ...found,
    matches: read.matches,
    pastWinners: pastWinners(found.tournament, editions?.value.items ?? []),
    lacks: planLimits(services),
    readAt: Math.min(...times.filter((time) => time !== null)),
  });
};

/** A draw with its chances, and whom its reader follows in it. */
const drawView = async (request: ComponentRequest, id: number, services: Services) => {
  const [, , typed, page] = request.values;
  const [{ tournament }, all, followed] = await Promise.all([
    searchTournament(id, services),
    allMatchesOf(id, services),
    playersFollowed(request, services),
  ]);
  const category = wordIn(CATEGORIES, typed);
  const strengthOf = strengthsOf(all.matches, category, services);
  const asked = page === undefined ? null : numberIn(page);
  return { view: drawPage({ tournament, category, ...all, strengthOf }, asked), followed };
};

const draw: ControlHandler = async (request, id, services) => {
  const { view, followed } = await drawView(request, id, services);
  const posters = bracketImages(request, view, followed);
  const fileOf = async (name: string, poster: Picture | null = null) =>
    poster === null ? null : await drawnFile(services.draw, name, poster);
  const [glance, whole] = await Promise.all([
    fileOf('draw.png', posters?.glance),
    fileOf('whole-draw.png', posters?.whole),
  ]);
  return drawMessage(request, view, { glance, whole });
};

const chances: ControlHandler = async (request, id, services) => {
  const { view, followed } = await drawView(request, id, services);
  const countryOf = (player: number) => services.directory.get('player', player)?.country ?? null;
  const poster = chancesImage(request, view, { followed, countryOf });
  const picture = poster === null ? null : await drawnFile(services.draw, 'chances.png', poster);
  return chancesMessage(request, view, picture);
};

/** Whose roads stand out in a draw; nobody's where others see it: whom a member follows is theirs. */
const playersFollowed = async (
  { isPrivate, guildId, userId }: ComponentRequest,
  { db }: Services,
): Promise<readonly number[]> => {
  if (isPrivate !== true || guildId === null) return [];
  const follows = await followsOfMember(db, guildId, userId);
  return follows.flatMap(({ target: { kind, id } }) =>
    kind === 'player' ? [id] : kind === 'pair' ? idsOfPair(id) : [],
  );
};

/** The round comes from the menu (`men-4`), or from the page buttons. */
const matches: ControlHandler = async (request, id, services) => {
  const [, , typed = '', ...rest] = request.values;
  const [category, round, page = '1'] =
    typed === 'chosen' ? (request.chosen[0] ?? '').split('-') : [typed, ...rest];
  const asked = {
    category: wordIn(CATEGORIES, category),
    round: wordIn(LISTED_ROUNDS, round),
    page: numberIn(page),
  };
  const [{ tournament }, all] = await Promise.all([
    searchTournament(id, services),
    allMatchesOf(id, services),
  ]);
  return roundMessage(request, { tournament, ...asked, ...all });
};

const VIDEOS_PER_PAGE = 10;

const videos: ControlHandler = async (request, id, services) => {
  const page = Math.max(1, numberIn(request.values[2] ?? '1'));
  const [{ tournament }, read, { value, readAt }] = await Promise.all([
    searchTournament(id, services),
    matchesIfReadable(id, services),
    services.api.tournamentVideos(id, { page, perPage: VIDEOS_PER_PAGE }),
  ]);
  return videosMessage(request, {
    tournament,
    matches: 'error' in read ? [] : read.matches,
    videos: value.items,
    page: value.page,
    lastPage: value.lastPage,
    readAt,
  });
};

const VIEWS: Readonly<Record<string, ControlHandler>> = {
  card,
  open: card,
  draw,
  chances,
  matches,
  videos,
};

/** The last year that can be asked for. */
const LAST_YEAR = 9999;

/** The calendar of the current season. */
const currentCalendar = (reader: Reader, services: Services): Promise<MessageBody> =>
  calendar(
    reader,
    { year: seasonYearAt(services.api.serviceNow()), filter: 'all', page: null },
    services,
  );

const CONTROLS: readonly (string | undefined)[] = ['year', 'filter', 'page'];

/** Whether a control of `/tournament` is one of the calendar. */
const isOnCalendar = ([kind]: readonly string[]): boolean => CONTROLS.includes(kind);

/** Another year, what the menu filters by, or another page. */
const onCalendar = (request: ComponentRequest, services: Services): Promise<MessageBody> => {
  const [kind, typedYear, filter, page] = request.values;
  const chosen = kind === 'filter' ? request.chosen[0] : filter;
  const asked = {
    year: yearIn(typedYear),
    filter: kind === 'year' ? 'all' : wordIn(SEASON_FILTERS, chosen),
    page: kind === 'page' ? numberIn(page) : null,
  } as const;
  return calendar(request, asked, services);
};

const isSeasonYear = (year: number): boolean => year >= FIRST_SEASON_YEAR && year <= LAST_YEAR;

/** @throws UserError for what is no year of a season. */
const yearIn = (value: string | undefined): number => {
  const year = numberIn(value);
  if (!isSeasonYear(year)) throw new UserError('outdated-control');
  return year;
};

const calendar = async (
  reader: Reader,
  asked: Pick<SeasonView, 'year' | 'filter' | 'page'>,
  services: Services,
): Promise<MessageBody> => {
  const read = await tournamentsOf(asked.year, services);
  return seasonMessage(reader, { ...asked, ...read, today: serviceDay(services) });
};

/** More than one tournament per day of a year. */
const MAX_PAGES = 10;

/**
 * All tournaments of a year, the season's status, the years to choose from, and when the oldest
 * part was read. All seasons are read: the service refuses to filter by a year that is new to it.
 */
const tournamentsOf = async (year: number, { api }: Services) => {
  const seasons = await wholeList((paging) => api.seasons(paging), MAX_PAGES);
  const listed = seasons.items.flatMap((each) => each.year ?? []).filter(isSeasonYear);
  const years = [...new Set([...listed, seasonYearAt(api.serviceNow())])].sort((a, b) => a - b);
  const found = seasons.items.find((each) => each.year === year);
  if (found === undefined) return { tournaments: [], status: '', years, readAt: seasons.readAt };
  const { items: tournaments, readAt } = await wholeList(
    (paging) => api.seasonTournaments(found.id, paging),
    MAX_PAGES,
  );
  return { tournaments, status: found.status, years, readAt };
};
