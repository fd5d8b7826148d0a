import type { APIApplicationCommandStringOption } from 'discord-api-types/v10';
import type { CommandRequest, Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { Match } from '../../src/domain/match/match.ts';
import { byTeam, type ByTeam } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { teamsWithShortNames } from '../../src/padel-api/names/naming.ts';
import type { Sides } from '../../src/render/pictures/sides.ts';
import { nameOption } from './name.ts';

export const sideOptions = (): APIApplicationCommandStringOption[] => [
  nameOption((texts) => texts.command.h2h.option.player, true),
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
  teamsWithShortNames(directory, {
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

/** The sides of a match, with details from the directory where it has them. */
export const contendersOf = (teams: Match['teams'], { directory }: Services): Sides =>
  byTeam((team) =>
    teams[team].map((player) => directory.get('player', player.id) ?? { ...player, country: null }),
  );
