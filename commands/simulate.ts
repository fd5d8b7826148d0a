import type { Command, Services } from '../src/discord/command.ts';
import { byTeam } from '../src/domain/terms.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { NotInPlan } from '../src/padel-api/errors.ts';
import type { MessageBody } from '../src/render/message.ts';
import { drawnFile } from '../src/render/pictures/picture.ts';
import type { Sides } from '../src/render/pictures/contenders.ts';
import { chancesPicture, simulationMessage } from '../src/render/people/simulation.ts';
import { chancesToday } from './queries/chances.ts';
import { meetingInPlay, recordIfReadable } from './queries/meetings.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { sideOptions, sidesOf, sidesOnButton, suggestSide } from './options/sides.ts';

/** `/simulate`: each side's chances to win today. */
export const simulate: Command = {
  definition: {
    ...labels((texts) => texts.command.simulate),
    ...ANYWHERE,
    options: sideOptions(),
  },
  visibility: 'public',
  autocomplete: suggestSide,
  run: (request, services) => answer(request, sidesOf(request, services), services),
  component: {
    answer: 'private',
    run: (request, services) => {
      const [first, second] = request.values;
      return answer(request, sidesOnButton(first, second, services), services);
    },
  },
};

/** @throws NotInPlan also when a small plan masks the chances: nothing else to show. */
const answer = async (reader: Reader, teams: Sides, services: Services): Promise<MessageBody> => {
  const ids = byTeam((team) => teams[team].map(({ id }) => id));
  const [{ chances, ...today }, record] = await Promise.all([
    chancesToday(ids, services),
    recordIfReadable(teams, services),
  ]);
  if (chances === null) throw new NotInPlan();
  const inPlay = await meetingInPlay(teams, services);
  const view = { teams, chances, record, inPlay, ...today };
  const picture = await drawnFile(services.draw, 'simulation.png', chancesPicture(reader, view));
  return simulationMessage(reader, view, picture);
};
