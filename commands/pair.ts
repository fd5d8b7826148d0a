import type { Command, Services, CommandRequest } from '../src/discord/command.ts';
import { playerEntry, type DirectoryEntry } from '../src/domain/people/directory.ts';
import { idsOfPair, hasKey, pairKey, type PairIds } from '../src/domain/people/pairs.ts';
import { laterRating } from '../src/domain/people/ratings.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { controlId } from '../src/render/controls.ts';
import { matchListMessage } from '../src/render/match/list.ts';
import type { MessageBody } from '../src/render/message.ts';
import { plainPairName } from '../src/render/lines/names.ts';
import { pairMessage } from '../src/render/people/pair-card.ts';
import { careerAnswer } from './queries/career.ts';
import { numberIn, handlerOf, type ControlHandler } from './options/control-values.ts';
import { trackedMatch } from './queries/tracked-match.ts';
import { ANYWHERE, labels, nameOption } from './options/labels.ts';
import { card as matchCard } from './queries/match-answers.ts';
import { suggest } from './options/name.ts';
import { suggestSide } from './options/sides.ts';
import { pairHeading, pairMatchesPage } from './queries/pair-matches.ts';
import { eventNames, formFile, recentAndUpcomingOf } from './queries/playing.ts';
import { UserError } from '../src/errors.ts';
import { NotFound } from '../src/padel-api/errors.ts';
import type { Directory } from '../src/padel-api/names/directory.ts';
import { resolvePartners, resolveName } from '../src/padel-api/names/naming.ts';

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
    picture: await formFile(reader, { name, called: name, ids }, form, services),
    eventName: eventNames(services),
    readAt,
  });
};

/** Adds the directory's rating when the pair comes without ratings. */
const ratedAsKnown = (entry: DirectoryEntry, directory: Pick<Services['directory'], 'get'>) => {
  const rating = laterRating(directory.get('player', entry.id)?.rating, entry.rating);
  return rating === undefined ? entry : { ...entry, rating };
};

const statistics: ControlHandler = (request, key, services) => {
  const { api, directory } = services;
  const whose = { of: { command: 'pair', id: key } as const, ...pairHeading(key, directory) };
  return careerAnswer(request, whose, services, (query) => api.pairStats(idsOfPair(key), query));
};

const matches = async (reader: Reader, key: number, page: number, services: Services) =>
  matchListMessage(reader, {
    ...(await pairMatchesPage(key, page, services)),
    pageId: (to) => controlId('pair', 'page', key, to),
    partners: null,
  });

const ACTIONS: Readonly<Record<string, ControlHandler>> = {
  card,
  stats: statistics,
  period: statistics,
  round: statistics,
  match: async (request, id, services) =>
    matchCard(request, await trackedMatch(id, services), services),
  matches: (request, key, services) => matches(request, key, 1, services),
  page: (request, key, services) => matches(request, key, numberIn(request.values[2]), services),
};

/**
 * The key of the requested pair: by its name, by two players, or one player's current pair.
 * @throws UserError when a name is unknown, nothing was named, or both a pair and players.
 */
const namedPair = (request: CommandRequest, { directory }: Services): number => {
  const typed = request.text('pair');
  const arePlayersTyped = request.text('player') !== null || request.text('partner') !== null;
  if (typed !== null && arePlayersTyped) throw new UserError('pair-or-players');
  if (typed !== null) return resolveName(directory, 'pair', typed).id;
  const [one, two] = playersNamed(request, directory);
  if (one === undefined) throw new UserError('pair-or-players');
  if (two === undefined) {
    const [latest] = directory.pairsOf(one.id);
    if (latest === undefined) throw new UserError('no-partner', { name: one.name });
    return latest.id;
  }
  if (one.id === two.id) throw new UserError('same-player', { name: one.name });
  if (!hasKey([one.id, two.id])) throw new UserError('not-found');
  return pairKey([one.id, two.id]);
};

const playersNamed = (request: CommandRequest, directory: Directory): readonly DirectoryEntry[] => {
  const names = ['player', 'partner'].flatMap((option) => request.text(option) ?? []);
  const [player, partner] = names;
  return player !== undefined && partner !== undefined
    ? resolvePartners(directory, player, partner)
    : names.map((name) => resolveName(directory, 'player', name));
};

/**
 * The pair from the service.
 * @throws UserError with both names when they have never played together.
 */
const readPair = async (ids: PairIds, { api, directory }: Services) => {
  try {
    return await api.pair(ids);
  } catch (error) {
    const [one, two] = ids.map((id) => directory.get('player', id)?.name);
    if (!(error instanceof NotFound) || one === undefined || two === undefined) throw error;
    throw new UserError('never-paired', { one, two });
  }
};
