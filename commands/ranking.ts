import type {
  AutocompleteRequest,
  Command,
  CommandRequest,
  ComponentRequest,
  Services,
} from '../src/discord/command.ts';
import { isCountry } from '../src/domain/people/countries.ts';
import { RANKINGS } from '../src/domain/people/people.ts';
import { CATEGORIES, type Category } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { resolveName } from '../src/padel-api/names/naming.ts';
import type { MessageBody } from '../src/render/message.ts';
import { NO_PLAYER, rankingMessage } from '../src/render/people/ranking.ts';
import { numberIn, wordIn } from './options/control-values.ts';
import { namedCountry, suggestCountries } from './options/country.ts';
import {
  ANYWHERE,
  categoryOption,
  choice,
  choiceOption,
  labels,
  nameOption,
} from './options/labels.ts';
import { suggest } from './options/name.ts';
import { pageOfPlayer, rankingPage } from './queries/ranking-pages.ts';

/** `/ranking`: men or women, optionally by country or Elo, or the page of a player. */
export const ranking: Command = {
  definition: {
    ...labels((texts) => texts.command.ranking),
    ...ANYWHERE,
    options: [
      { ...categoryOption((texts) => texts.command.ranking.option.category), required: true },
      nameOption((texts) => ({
        ...texts.command.ranking.option.player,
        name: texts.command.player.name,
      })),
      nameOption((texts) => texts.command.ranking.option.country),
      choiceOption(
        (texts) => texts.command.ranking.option.list,
        RANKINGS.map((kind) => choice(kind, (texts) => texts.ranking.kind[kind])),
      ),
    ],
  },
  visibility: 'public',
  autocomplete: (request, services) =>
    request.option === 'country'
      ? suggestCountries(request, services).choices
      : suggest('player', request, services, categoryTyped(request)),
  run: (request, services) => answer(request, services),
  component: { answer: 'update', run: (request, services) => turn(request, services) },
};

/** The category that is chosen so far: options come in any order. */
const categoryTyped = (request: AutocompleteRequest): Category | null =>
  CATEGORIES.find((category) => category === request.text('category')) ?? null;

const answer = async (request: CommandRequest, services: Services): Promise<MessageBody> => {
  const { directory } = services;
  const [typedCountry, typedPlayer] = [request.text('country'), request.text('player')];
  const country = typedCountry === null ? null : namedCountry(request, typedCountry, services);
  const sought = typedPlayer === null ? null : resolveName(directory, 'player', typedPlayer);
  // A player is in one category only, which overrides the chosen one.
  const asked = wordIn(CATEGORIES, request.text('category'));
  const kind = wordIn(RANKINGS, request.text('list') ?? 'official');
  const category = sought?.category ?? asked;
  const view =
    sought === null
      ? await rankingPage({ kind, category, country, sought }, 1, services)
      : await pageOfPlayer({ kind, category, country, sought }, services);
  return rankingMessage(request, { ...view, isOther: category !== asked });
};

const turn = async (request: ComponentRequest, services: Services): Promise<MessageBody> => {
  const [category, country = NO_PLAYER, page, soughtId = NO_PLAYER, kind = 'official'] =
    request.values;
  const sought =
    soughtId === NO_PLAYER ? null : (services.directory.get('player', numberIn(soughtId)) ?? null);
  const question = {
    kind: wordIn(RANKINGS, kind),
    category: wordIn(CATEGORIES, category),
    country: countryIn(country),
    sought,
  };
  return rankingMessage(request, await rankingPage(question, numberIn(page), services));
};

const countryIn = (word: string): string | null => {
  if (word === NO_PLAYER) return null;
  if (!isCountry(word)) throw new UserError('outdated-control');
  return word;
};
