import type { Command, Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/match/state.ts';
import { UserError } from '../src/errors.ts';
import { NotFound } from '../src/padel-api/errors.ts';
import type { MatchView } from '../src/render/match/controls.ts';
import { heldMatch } from './queries/held.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { card, momentum, points, stats, type MatchAnswer } from './queries/match-answers.ts';
import { anyMatchNamed, matchOption, suggestAnyMatch } from './options/match.ts';

/** Views of the buttons (render/match/controls.ts); `updates` replaces the message with the button. */
const VIEWS: Readonly<Record<MatchView, { answer: MatchAnswer; updates: boolean }>> = {
  card: { answer: card, updates: false },
  refresh: { answer: card, updates: true },
  stats: { answer: stats, updates: false },
  'of-stats': { answer: stats, updates: true },
  points: { answer: points, updates: false },
  'of-points': { answer: points, updates: true },
  momentum: { answer: momentum, updates: false },
};

const viewOf = (word: string | undefined) =>
  Object.entries(VIEWS).find(([name]) => name === word)?.[1];

/** @throws UserError for an id that the service does not have. */
const typedMatch = async (id: number, services: Services): Promise<HeldMatch> => {
  try {
    return await heldMatch(id, services);
  } catch (error) {
    throw error instanceof NotFound ? new UserError('no-such-match') : error;
  }
};

/** `/match`: a match in any state, with points, statistics and momentum. */
export const match: Command = {
  definition: {
    ...labels((texts) => texts.command.match),
    ...ANYWHERE,
    options: [
      matchOption(
        labels((texts) => texts.command.match.option.match),
        true,
      ),
    ],
  },
  visibility: 'public',
  autocomplete: suggestAnyMatch,
  run: async (request, services) => {
    const id = await anyMatchNamed(request, request.text('match') ?? '', services);
    return await card(request, await typedMatch(id, services), services);
  },
  component: {
    answer: ([view]) => (viewOf(view)?.updates === true ? 'update' : 'private'),
    run: async (request, services) => {
      const [word, id = '', set] = request.values;
      const view = viewOf(word);
      if (view === undefined || !/^\d{1,15}$/.test(id)) throw new UserError('outdated-control');
      const held = await heldMatch(Number(id), services);
      return await view.answer(request, held, services, set === undefined ? set : Number(set));
    },
  },
};
