import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import { CATEGORIES } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { resolveName, noNamesError } from '../src/padel-api/names/naming.ts';
import { controlId } from '../src/render/controls.ts';
import { scheduleMessage } from '../src/render/schedule/schedule.ts';
import { tellingOf } from '../src/store/matches/match-lists.ts';
import {
  dayIn,
  dayWord,
  parseDay,
  serviceDay,
  suggestDays,
  type RequestedDay,
} from './options/day.ts';
import { programmeOf, requestedDays, undatedTournaments } from './queries/day-programme.ts';
import { nextMatch } from './queries/playing.ts';
import {
  ANYWHERE,
  categoryOption,
  choice,
  choiceOption,
  labels,
  nameOption,
} from './options/labels.ts';
import { suggestTournaments, tournamentOption } from './options/tournament.ts';
import {
  FOLLOWERS,
  filtered,
  scheduleFilterIn,
  filterWord,
  type ScheduleFilter,
} from './follows/schedule-filter.ts';

/** `/schedule`: the order of play of a day. */
export const schedule: Command = {
  definition: {
    ...labels((texts) => texts.command.schedule),
    ...ANYWHERE,
    options: [
      nameOption((texts) => texts.command.schedule.option.day),
      tournamentOption(),
      categoryOption((texts) => texts.command.ranking.option.category),
      choiceOption(
        (texts) => texts.command.schedule.option.followed,
        [
          choice('me', (texts) => texts.choice.byMe),
          choice('channel', (texts) => texts.choice.byChannel),
        ],
      ),
    ],
  },
  visibility: 'public',
  // A user's follows are private.
  isPersonal: (request) => request.text('followed') === 'me',
  autocomplete: (request, services) =>
    request.option === 'tournament'
      ? suggestTournaments(request, services)
      : suggestDays(request, services),
  run: (request, services) => {
    const tournament = request.text('tournament');
    const filter = {
      tournamentId:
        tournament === null ? null : resolveName(services.directory, 'tournament', tournament).id,
      category: CATEGORIES.find((each) => each === request.text('category')) ?? null,
      followedBy: FOLLOWERS.find((each) => each === request.text('followed')) ?? null,
    };
    const asked = parseDay(request, request.text('day'), services);
    return answer(request, asked, filter, 1, services);
  },
  component: {
    answer: 'update',
    run: (request, services) => {
      const [, word = '', filter = '', page] = request.values;
      const asked = dayIn(word);
      if (asked === null) throw new UserError('outdated-control');
      // The value of a court is its page, followed by a number that makes it unique.
      const shown = Number.parseInt(request.chosen[0] ?? page ?? '1', 10) || 1;
      return answer(request, asked, scheduleFilterIn(filter), shown, services);
    },
  },
};

const answer = async (
  user: CommandUser,
  asked: RequestedDay,
  filter: ScheduleFilter,
  page: number,
  services: Services,
) => {
  if (services.directory.size('tournament') === 0)
    throw noNamesError(services.directory, 'tournament');
  const { isWanted, whose } = await filtered(filter, user, services);
  const days = await requestedDays(asked, filter.tournamentId, services);
  const { day, isToday } = days;
  const { empty, ...programme } = await programmeOf(days, isWanted, user, services);
  const listed = programme.courts.flatMap(({ matches }) => matches);
  return scheduleMessage(user, {
    ...programme,
    isTelling:
      user.hidesScores === true
        ? await tellingOf(services.db, listed, serviceDay(services))
        : () => false,
    undated: await undatedTournaments(empty, day, isWanted, services),
    whose,
    day,
    page,
    next:
      programme.courts.length > 0
        ? null
        : await nextMatch(
            services,
            (held) =>
              (held.match.playedOn ?? '') > day &&
              (filter.tournamentId ?? held.match.tournamentId) === held.match.tournamentId &&
              isWanted(held),
          ),
    isFiltered: filterWord(filter) !== filterWord(scheduleFilterIn('')),
    idOf: (control, of, to) => {
      const word = dayWord({ day: of, isToday: isToday && of === day });
      return controlId('schedule', control, word, filterWord(filter), to);
    },
  });
};
