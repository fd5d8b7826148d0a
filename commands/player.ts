import type { Command, Services } from '../src/discord/command.ts';
import { formerPartners } from '../src/domain/people/former-partners.ts';
import { idsOfPair } from '../src/domain/people/pairs.ts';
import { seasonPlaces } from '../src/domain/people/season-places.ts';
import { startOfSeason } from '../src/domain/people/statistics.ts';
import { UserError } from '../src/errors.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { resolveName } from '../src/padel-api/names/naming.ts';
import { PER_PAGE, wholeList } from '../src/padel-api/request/pages.ts';
import { controlId } from '../src/render/controls.ts';
import { matchListMessage } from '../src/render/match/list.ts';
import type { MessageBody } from '../src/render/message.ts';
import { playerMessage } from '../src/render/people/player-card.ts';
import {
  PLACES_FILE,
  placesMessage,
  placesPicture,
  type PlacesView,
} from '../src/render/people/places.ts';
import { drawnFile } from '../src/render/pictures/picture.ts';
import { careerAnswer } from './queries/career.ts';
import { readInTime } from './queries/optional.ts';
import { numberIn, handlerOf, type ControlHandler } from './options/control-values.ts';
import { ANYWHERE, labels, nameOption } from './options/labels.ts';
import { suggest } from './options/name.ts';
import { pairMatchesPage } from './queries/pair-matches.ts';
import { eventNames, formFile, recentAndUpcomingOf } from './queries/playing.ts';

/** Menus and page buttons belong to private answers, which they update. */
const UPDATES = new Set(['period', 'round', 'page', 'partner']);

/** `/player`: a player's card, with statistics, matches and the current pair. */
export const player: Command = {
  definition: {
    ...labels((texts) => texts.command.player),
    ...ANYWHERE,
    options: [
      nameOption(
        (texts) => ({ ...texts.command.player.option.player, name: texts.command.player.name }),
        true,
      ),
    ],
  },
  visibility: 'public',
  autocomplete: (request, services) => suggest('player', request, services),
  run: (request, services) => {
    const { id } = resolveName(services.directory, 'player', request.text('player') ?? '');
    return card(request, id, services);
  },
  component: {
    answer: ([action = '']) => (UPDATES.has(action) ? 'update' : 'private'),
    run: (request, services) => {
      const [action, id] = request.values;
      // A button has the player's id; a menu offers several.
      return handlerOf(ACTIONS, action)(request, numberIn(id ?? request.chosen[0]), services);
    },
  },
};

const card = async (reader: Reader, id: number, services: Services): Promise<MessageBody> => {
  const { api, directory } = services;
  const pairs = directory.pairsOf(id);
  // The current pair, and the previous one if the current has too few matches.
  const lately = pairs.slice(0, 2).map((pair) => idsOfPair(pair.id));
  const [{ value, readAt }, { form, inPlay }, together] = await Promise.all([
    api.player(id),
    recentAndUpcomingOf([id], lately, services),
    readInTime((signal) => api.playerPairs(id, { perPage: PER_PAGE }, { signal })),
  ]);
  return playerMessage(reader, {
    player: value,
    pair: pairs[0] ?? null,
    formerPartners: formerPartners(
      value.id,
      together?.value.items ?? [],
      lately[0] ?? null,
      (partner) => directory.get('player', partner)?.name,
    ),
    hasPlaces: !api.state().lacksPlayerRankings,
    form,
    inPlay,
    picture: await formFile(reader, { ...value, ids: [id] }, form, services),
    eventName: eventNames(services),
    readAt,
  });
};

const whoseIn = (id: number, { directory }: Services) => {
  const { name = `#${id}`, category = null } = directory.get('player', id) ?? {};
  return { name, category };
};

const statistics: ControlHandler = (request, id, services) => {
  const of = { command: 'player', id } as const;
  return careerAnswer(request, { of, ...whoseIn(id, services) }, services, (query) =>
    services.api.playerStats(id, query),
  );
};

/** Fifty-two weeks are two pages. */
const PLACES_PAGES = 2;

const places: ControlHandler = async (reader, id, services) => {
  const { api, draw } = services;
  const season = startOfSeason(api.serviceNow());
  const { items, readAt } = await wholeList(
    (paging) => api.playerRankings(id, { ...paging, type: 'official', afterDate: season }),
    PLACES_PAGES,
  );
  const inSeason = seasonPlaces(items, season.slice(0, 4));
  const { name, category } = whoseIn(id, services);
  const player = services.directory.get('player', id) ?? { name };
  const view: PlacesView = { player, category, places: inSeason, readAt };
  const picture = placesPicture(reader, view);
  return placesMessage(
    reader,
    view,
    picture === null ? null : await drawnFile(draw, PLACES_FILE, picture),
  );
};

const matches = async (
  reader: Reader,
  id: number,
  pair: number,
  page: number,
  services: Services,
) => {
  const { directory } = services;
  const pairs = directory.pairsOf(id).map(({ id: key, name }) => {
    const [one, two] = idsOfPair(key);
    const partner = directory.get('player', one === id ? two : one);
    return { key, name: partner?.name ?? name, isChosen: key === pair };
  });
  return matchListMessage(reader, {
    ...(await pairMatchesPage(pair, page, services)),
    pageId: (to) => controlId('player', 'page', id, pair, to),
    partners: { id: controlId('player', 'partner', id), pairs },
  });
};

const ACTIONS: Readonly<Record<string, ControlHandler>> = {
  card,
  stats: statistics,
  period: statistics,
  round: statistics,
  places,
  matches: (request, id, services) => {
    const [latest] = services.directory.pairsOf(id);
    if (latest === undefined) throw new UserError('outdated-control');
    return matches(request, id, latest.id, 1, services);
  },
  partner: (request, id, services) =>
    matches(request, id, numberIn(request.chosen[0]), 1, services),
  page: (request, id, services) => {
    const [, , pair, page] = request.values;
    return matches(request, id, numberIn(pair), numberIn(page), services);
  },
};
