import type { APIApplicationCommandStringOption } from 'discord-api-types/v10';
import type {
  AutocompleteRequest,
  Choice,
  CommandRequest,
  Services,
} from '../../src/discord/command.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { Match } from '../../src/domain/match/match.ts';
import { idsOfPair } from '../../src/domain/people/pairs.ts';
import { normalizedWords } from '../../src/domain/plain.ts';
import { byTeam, type ByTeam } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { fitsBeside } from '../../src/padel-api/names/beside.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import { namedSoFar, resolveTeams } from '../../src/padel-api/names/naming.ts';
import type { Sides } from '../../src/render/pictures/contenders.ts';
import { nameOption } from './labels.ts';
import { choiceOf, SEARCHED } from './name.ts';

export const sideOptions = (): APIApplicationCommandStringOption[] => [
  nameOption(
    (texts) => ({ ...texts.command.h2h.option.player, name: texts.command.player.name }),
    true,
  ),
  nameOption((texts) => texts.command.h2h.option.opponent, true),
  nameOption((texts) => texts.command.h2h.option.partner),
  nameOption((texts) => texts.command.h2h.option.opponent_partner),
];

/**
 * The sides from the options.
 * @throws UserError for an unknown name or an invalid line-up.
 */
export const sidesOf = (
  request: CommandRequest,
  { directory }: Services,
): ByTeam<readonly DirectoryEntry[]> =>
  resolveTeams(directory, {
    player: request.text('player') ?? '',
    opponent: request.text('opponent') ?? '',
    partner: request.text('partner'),
    opponentPartner: request.text('opponent_partner'),
  });

/**
 * The sides from a button: player ids, `12-34` for a pair.
 * @throws UserError when the directory no longer has them.
 */
export const sidesOnButton = (
  first: string | undefined,
  second: string | undefined,
  { directory }: Services,
): ByTeam<readonly DirectoryEntry[]> => {
  const side = (ids: string | undefined): DirectoryEntry[] =>
    (ids ?? '').split('-').map((id) => {
      const entry = directory.get('player', Number(id));
      if (entry === undefined) throw new UserError('outdated-control');
      return entry;
    });
  return { team_1: side(first), team_2: side(second) };
};

type SideOption = 'player' | 'opponent' | 'partner' | 'opponent_partner';

/** The option that names a player beside whom, or against whom, another one is named. */
const BESIDE: Readonly<Record<SideOption, SideOption>> = {
  player: 'opponent',
  opponent: 'player',
  partner: 'player',
  opponent_partner: 'opponent',
};

const isSideOption = (name: string): name is SideOption => Object.hasOwn(BESIDE, name);

/**
 * Autocompletes an option of `sideOptions`: a player or a pair; for a partner those who played with the
 * player first, the latest one first. Never the player, nor the other category.
 */
export const suggestSide = (
  request: AutocompleteRequest,
  { directory }: Pick<Services, 'directory'>,
): readonly Choice[] => {
  const { option, typed } = request;
  if (!isSideOption(option)) return [];
  const others = namedSoFar(directory, request.text(BESIDE[option]));
  const fits = fitsBeside(others);
  const players = directory.search('player', typed, SEARCHED);
  const found = players.entries.filter(fits);
  if (option === 'partner' || option === 'opponent_partner') {
    const partners = partnersOf(others[0], directory).filter(
      (each) => fits(each) && isBegunBy(each, typed),
    );
    return choices(request, [...new Set([...partners, ...found])]);
  }
  const pairs = directory.search('pair', typed, SEARCHED);
  // A misspelled name is like many pairs; one that is like no player is both names of a pair.
  const isFarFetched = pairs.guessed && players.entries.length > 0;
  const fitting = typed === '' || isFarFetched ? [] : pairs.entries.filter(fits);
  return choices(request, players.guessed ? [...fitting, ...found] : [...found, ...fitting]);
};

/** A pair's value is the ids of its players, `12-34`: see `resolveSide`. */
const choices = (request: AutocompleteRequest, entries: readonly DirectoryEntry[]) =>
  entries.slice(0, CHOICES_MAX).map((entry) => {
    const choice = choiceOf(request, entry);
    return entry.kind === 'pair' ? { ...choice, value: idsOfPair(entry.id).join('-') } : choice;
  });

/** Whether each typed word begins a word of the name. */
const isBegunBy = ({ name, shortName, called }: DirectoryEntry, typed: string): boolean => {
  const words = normalizedWords([name, shortName, called].join(' '));
  return normalizedWords(typed).every((begun) => words.some((word) => word.startsWith(begun)));
};

/** Those who have played beside a player, the latest partner first. */
const partnersOf = (player: DirectoryEntry | undefined, directory: Directory) =>
  player === undefined
    ? []
    : directory
        .pairsOf(player.id)
        .flatMap(({ id }) => idsOfPair(id).filter((each) => each !== player.id))
        .flatMap((id) => directory.get('player', id) ?? []);

/** The sides of a match, with details from the directory where it has them. */
export const contendersOf = (teams: Match['teams'], { directory }: Services): Sides =>
  byTeam((team) =>
    teams[team].map((player) => directory.get('player', player.id) ?? { ...player, country: null }),
  );
