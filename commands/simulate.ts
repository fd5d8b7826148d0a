import type { Command, Services } from '../src/discord/command.ts';
import type { ByTeam } from '../src/domain/terms.ts';
import type { Named } from '../src/render/names.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { simulationMessage } from '../src/render/simulation.ts';
import { labels } from './labels.ts';
import { suggest } from './name-option.ts';
import { sideOptions, sidesOf, sidesOnButton } from './two-sides.ts';

/** `/simulate`: each side's chances to win today. */
export const simulate: Command = {
  definition: { ...labels((texts) => texts.command.simulate), options: sideOptions() },
  visibility: 'public',
  autocomplete: (request, services) => suggest('player', request, services),
  run: (request, services) => answer(request, sidesOf(request, services), services),
  press: {
    answer: 'private',
    run: (request, services) => {
      const [first, second] = request.values;
      return answer(request, sidesOnButton(first, second, services), services);
    },
  },
};

const answer = async (reader: Reader, teams: ByTeam<readonly Named[]>, { api }: Services) => {
  const { value: simulation, readAt } = await api.simulate({
    team_1: teams.team_1.map(({ id }) => id),
    team_2: teams.team_2.map(({ id }) => id),
  });
  return simulationMessage(reader, { teams, simulation, readAt });
};
