import type { Command, ComponentRequest, Services } from '../src/discord/command.ts';
import { pastWinners } from '../src/domain/tournament/editions.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { resolveName } from '../src/padel-api/names/naming.ts';
import { PER_PAGE } from '../src/padel-api/request/pages.ts';
import type { MessageBody } from '../src/render/message.ts';
import { drawnFile } from '../src/render/pictures/picture.ts';
import { tournamentMessage } from '../src/render/tournament/card.ts';
import { LISTED_ROUNDS } from '../src/render/tournament/controls.ts';
import { drawMessage, drawPage, bracketImage } from '../src/render/tournament/draw.ts';
import { roundMessage } from '../src/render/tournament/matches.ts';
import { videosMessage } from '../src/render/tournament/videos.ts';
import { numberIn, wordIn, handlerOf } from './options/control-values.ts';
import { searchTournament, suggestTournaments } from './options/tournament.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { nameOption } from './options/name.ts';
import { currentCalendar, isOnCalendar, onCalendar } from './tournament/calendar.ts';
import { readInTime } from './queries/optional.ts';
import { planLimits } from './queries/match-sources.ts';
import { allMatchesOf, matchesIfReadable } from './queries/tournament-matches.ts';

/** `/tournament`: its card and progress, draw, matches and videos; without a name, the calendar of the season. */
export const tournament: Command = {
  definition: {
    ...labels((texts) => texts.command.tournament),
    ...ANYWHERE,
    options: [
      nameOption((texts) => ({
        ...texts.command.schedule.option.tournament,
        name: texts.command.tournament.name,
      })),
    ],
  },
  visibility: 'public',
  autocomplete: (request, services) => suggestTournaments(request, services),
  run: (request, services) => {
    const typed = request.text('tournament');
    return typed === null
      ? currentCalendar(request, services)
      : card(request, idNamed(typed, services), services);
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

const idNamed = (typed: string, { directory }: Services): number =>
  resolveName(directory, 'tournament', typed).id;

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

const draw = async (
  request: ComponentRequest,
  id: number,
  services: Services,
): Promise<MessageBody> => {
  const [, , typed, page] = request.values;
  const category = wordIn(CATEGORIES, typed);
  const [{ tournament }, all] = await Promise.all([
    searchTournament(id, services),
    allMatchesOf(id, services),
  ]);
  const view = drawPage(
    { tournament, category, ...all },
    page === undefined ? null : numberIn(page),
  );
  const poster = bracketImage(request, view);
  const picture = poster === null ? null : await drawnFile(services.draw, 'draw.png', poster);
  return drawMessage(request, view, picture);
};

/** The round comes from the menu (`men-4`), or from the page buttons. */
const matches = async (
  request: ComponentRequest,
  id: number,
  services: Services,
): Promise<MessageBody> => {
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

const videos = async (
  request: ComponentRequest,
  id: number,
  services: Services,
): Promise<MessageBody> => {
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

type View = (request: ComponentRequest, id: number, services: Services) => Promise<MessageBody>;

const VIEWS: Readonly<Record<string, View>> = { card, open: card, draw, matches, videos };
