import type { Command, ComponentRequest, Services } from '../src/discord/command.ts';
import { isOver } from '../src/domain/match/match.ts';
import { headToHeadMessage, meetingsMessage } from '../src/render/people/head-to-head.ts';
import { drawnFile } from '../src/render/pictures/picture.ts';
import { headToHeadPicture } from '../src/render/pictures/head-to-head.ts';
import type { Sides } from '../src/render/pictures/contenders.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { numberIn } from './options/control-values.ts';
import { trackedMatch } from './queries/tracked-match.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import {
  individualRecords,
  meetingInPlay,
  meetingsOf,
  nextMeeting,
  opponentsInCommon,
  partnershipOf,
} from './queries/meetings.ts';
import { contendersOf, sideOptions, sidesOf, sidesOnButton, suggestSide } from './options/sides.ts';

/** `/h2h`: the record between two players or pairs, and their last meetings. */
export const h2h: Command = {
  definition: { ...labels((texts) => texts.command.h2h), ...ANYWHERE, options: sideOptions() },
  visibility: 'public',
  autocomplete: suggestSide,
  run: (request, services) => card(request, sidesOf(request, services), services),
  component: {
    // Paging through the meetings, and going back to the card, update the message.
    answer: ([form]) => (form === 'all' || form === 'card' ? 'update' : 'private'),
    run: async (request, services) => {
      const [form, first, second] = request.values;
      if (form === 'match') {
        return await cardOfMatch(request, numberIn(first), services);
      }
      const sides = sidesOnButton(first, second, services);
      return await (form === 'all' ? list : card)(request, sides, services);
    },
  },
};

const card = async (reader: Reader, teams: Sides, services: Services, unfinishedMatch?: number) => {
  const meetings = await meetingsOf(teams, services, unfinishedMatch);
  const { record } = meetings;
  const met = record.meetings.length > 0;
  const arePairs = teams.team_1.length === 2 && teams.team_2.length === 2;
  const [individual, common, next, inPlay, picture] = await Promise.all([
    arePairs ? individualRecords(teams, services) : [],
    met ? [] : opponentsInCommon(teams, services),
    nextMeeting(teams, services),
    // Who comes from its card knows it.
    unfinishedMatch === undefined ? meetingInPlay(teams, services) : null,
    met
      ? drawnFile(
          services.draw,
          'head-to-head.png',
          headToHeadPicture(reader, { teams, ...meetings }),
        )
      : null,
  ]);
  const partnership = partnershipOf(teams, services);
  return headToHeadMessage(reader, {
    teams,
    ...meetings,
    individual,
    common,
    partnership,
    next,
    inPlay,
    picture,
  });
};

const list = async (request: ComponentRequest, teams: Sides, services: Services) => {
  const page = numberIn(request.values[3]);
  return meetingsMessage(request, { teams, ...(await meetingsOf(teams, services)) }, page);
};

/** @throws UserError when the match is unknown to the service, too. */
const cardOfMatch = async (reader: Reader, matchId: number, services: Services) => {
  const { match, state } = await trackedMatch(matchId, services);
  const teams = contendersOf(match.teams, services);
  return await card(reader, teams, services, isOver(state) ? undefined : matchId);
};
