import type { Command } from '../src/discord/command.ts';
import type { MatchView } from '../src/render/match/controls.ts';
import { catchUp, catchUpOnMessage } from './catch-up/catch-up.ts';
import { trackedMatch } from './queries/tracked-match.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import {
  card,
  momentum,
  points,
  probability,
  stats,
  type MatchAnswer,
} from './queries/match-answers.ts';
import { anyMatchNamed, matchOption, suggestAnyMatch } from './options/match.ts';
import { handlerOf, numberIn } from './options/control-values.ts';

/** Views of the buttons (render/match/controls.ts). */
const VIEWS: Readonly<Record<Exclude<MatchView, 'catch-up'>, MatchAnswer>> = {
  card,
  refresh: card,
  stats,
  'of-stats': stats,
  points,
  'of-points': points,
  momentum,
  probability,
};

const UPDATES: ReadonlySet<string> = new Set<MatchView>(['refresh', 'of-stats', 'of-points']);

/** `/match`: a match in any state, with points, statistics and momentum. */
export const match: Command = {
  definition: {
    ...labels((texts) => texts.command.match),
    ...ANYWHERE,
    options: [matchOption()],
  },
  visibility: 'public',
  autocomplete: suggestAnyMatch,
  run: async (request, services) => {
    const id = await anyMatchNamed(request, request.text('match') ?? '', services);
    return await card(request, await trackedMatch(id, services), services);
  },
  onMessage: catchUpOnMessage,
  component: {
    answer: ([view, , action]) =>
      UPDATES.has(view ?? '') || (view === 'catch-up' && action !== 'start') ? 'update' : 'private',
    run: async (request, services) => {
      const [view, id, set, ...bookmark] = request.values;
      if (view === 'catch-up') {
        const match = await trackedMatch(numberIn(id), services);
        return await catchUp(request, match, services, set, bookmark);
      }
      const answer = handlerOf(VIEWS, view);
      const held = await trackedMatch(numberIn(id), services);
      return await answer(request, held, services, set === undefined ? set : Number(set));
    },
  },
};
