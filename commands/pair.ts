import type { Command, ComponentRequest, Services } from '../src/discord/command.ts';
import { playerEntry, type DirectoryEntry } from '../src/domain/people/directory.ts';
import { idsOfPair } from '../src/domain/people/pairs.ts';
import { laterRating } from '../src/domain/people/ratings.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { careerMessage } from '../src/render/people/career.ts';
import { controlId } from '../src/render/controls.ts';
import { matchListMessage } from '../src/render/match/list.ts';
import type { MessageBody } from '../src/render/message.ts';
import { plainPairName } from '../src/render/lines/names.ts';
import { pairMessage } from '../src/render/people/pair-card.ts';
import { careerQuery, careerFilterIn } from './queries/career.ts';
import { numberIn, handlerOf } from './options/control-values.ts';
import { heldMatch } from './queries/held.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { card as matchCard } from './queries/match-answers.ts';
import { nameOption, suggest } from './options/name.ts';
import { namedPair, readPair } from './options/pair.ts';
import { suggestSide } from './options/sides.ts';
import { pairHeading, pairMatchesPage } from './queries/pair-matches.ts';
import { eventNames, formFile, recentAndUpcomingOf } from './queries/playing.ts';

const UPDATES = new Set(['period', 'round', 'page']);

/** `/pair`: two players who play together, by the pair's name or the players'. */
export const pair: Command = {
  definition: {
    ...labels((texts) => texts.command.pair),
    ...ANYWHERE,
    options: [
      nameOption((texts) => ({ ...texts.command.pair.option.pair, name: texts.command.pair.name })),
      nameOption((texts) => ({
        ...texts.command.pair.option.player,
        name: texts.command.player.name,
      })),
      nameOption((texts) => ({
        ...texts.command.pair.option.partner,
        name: texts.command.h2h.option.partner.name,
      })),
    ],
  },
  visibility: 'public',
  autocomplete: (request, services) =>
    request.option === 'partner'
      ? suggestSide(request, services)
      : suggest(request.option === 'pair' ? 'pair' : 'player', request, services),
  run: (request, services) => card(request, namedPair(request, services), services),
  component: {
    answer: ([action = '']) => (UPDATES.has(action) ? 'update' : 'private'),
    run: (request, services) => {
      const [action, key] = request.values;
      // A button has the key of a pair, or the id of a match in a list; a menu offers several.
      return handlerOf(ACTIONS, action)(request, numberIn(key ?? request.chosen[0]), services);
    },
  },
};

const card = async (reader: Reader, key: number, services: Services): Promise<MessageBody> => {
  const { directory } = services;
  const ids = idsOfPair(key);
  const [{ value, readAt }, { form, inPlay }] = await Promise.all([
    readPair(ids, services),
    recentAndUpcomingOf(ids, [ids], services),
  ]);
  // A small plan withholds a pair's players; the directory has them.
  const members =
    value.players.length === 2
      ? value.players.map((player) => ratedAsKnown(playerEntry(player, readAt), directory))
      : ids.flatMap((id) => directory.get('player', id) ?? []);
  const name = members.length === 0 ? value.name : plainPairName(members);
  return pairMessage(reader, {
    key,
    pair: value,
    members,
    form,
    inPlay,
    picture: await formFile(reader, { name, called: name }, form, services),
    eventName: eventNames(services),
    readAt,
  });
};

/** Adds the directory's rating when the pair comes without ratings. */
const ratedAsKnown = (
  entry: DirectoryEntry,
  directory: Pick<Services['directory'], 'get'>,
): DirectoryEntry => {
  const rating = laterRating(directory.get('player', entry.id)?.rating, entry.rating);
  return rating === undefined ? entry : { ...entry, rating };
};

type ComponentHandler = (
  request: ComponentRequest,
  key: number,
  services: Services,
) => Promise<MessageBody>;

const statistics: ComponentHandler = async (request, key, { api, directory }) => {
  const filter = careerFilterIn(request);
  const ids = idsOfPair(key);
  const { value, readAt } = await api.pairStats(ids, careerQuery(filter, api.serviceNow()));
  return careerMessage(request, {
    of: { command: 'pair', id: key },
    ...pairHeading(key, directory),
    filter,
    career: value,
    readAt,
  });
};

const matches = async (
  reader: Reader,
  key: number,
  page: number,
  services: Services,
): Promise<MessageBody> =>
  matchListMessage(reader, {
    ...(await pairMatchesPage(key, page, services)),
    pageId: (to) => controlId('pair', 'page', key, to),
    partners: null,
  });

const ACTIONS: Readonly<Record<string, ComponentHandler>> = {
  card,
  stats: statistics,
  period: statistics,
  round: statistics,
  match: async (request, id, services) =>
    matchCard(request, await heldMatch(id, services), services),
  matches: (request, key, services) => matches(request, key, 1, services),
  page: (request, key, services) => matches(request, key, numberIn(request.values[2]), services),
};
