import type { Command } from '../src/discord/command.ts';
import { playersOf } from '../src/domain/match.ts';
import { named } from '../src/padel-api/naming.ts';
import { playerMessage } from '../src/render/player-card.ts';
import { matchesInPlay } from '../src/store/matches.ts';
import { labels } from './labels.ts';
import { nameOption, suggest } from './name-option.ts';

/** `/player`: a player's card, and the match they are playing now. */
export const player: Command = {
  definition: {
    ...labels((texts) => texts.command.player),
    options: [
      nameOption(
        labels((texts) => texts.command.player.option.player),
        true,
      ),
    ],
  },
  visibility: 'public',
  autocomplete: (request, services) => suggest('player', request, services),
  run: async (request, services) => {
    const { id } = named(services.directory, 'player', request.text('player') ?? '');
    const { value, readAt } = await services.api.player(id);
    const inPlay = (await matchesInPlay(services.db)).find(({ match }) =>
      playersOf(match).some((each) => each.id === value.id),
    );
    return playerMessage(request, { player: value, inPlay, readAt });
  },
};
