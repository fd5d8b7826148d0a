import { z } from 'zod';
import type { Edition, Winner } from '../../domain/tournament/editions.ts';
import { anything, category, shortText, whole, wireDate } from './lenient.ts';
import { always } from './marks.ts';

/** Two teams of three pairs win a team event. */
const MOST = 12;

const rowFields = z.object({
  category,
  name: shortText,
  players: z.array(z.unknown()).catch([]),
});

/**
 * Names in winners: as text, in rows with a name or players, or in lists by category. Nobody has seen
 * them filled: anything else is nobody.
 */
const winnersIn = (raw: unknown, of: Winner['category'], depth = 0): readonly Winner[] => {
  if (typeof raw === 'string') {
    const name = shortText.parse(raw);
    return name === null ? [] : [{ category: of, name }];
  }
  if (depth > 3) return [];
  if (Array.isArray(raw)) {
    return raw.slice(0, MOST).flatMap((each) => winnersIn(each, of, depth + 1));
  }
  const row = rowFields.safeParse(raw).data;
  if (row === undefined) return [];
  const own = row.category ?? of;
  const players = winnersIn(row.players, own, depth + 1);
  return players.length > 0 ? players : winnersIn(row.name, own, depth + 1);
};

const byCategory = z.object({ men: anything, women: anything });

const winners = anything.transform((raw): readonly Winner[] => {
  const all = Array.isArray(raw) ? raw : [];
  const { men, women } = byCategory.safeParse(raw).data ?? {};
  return [...winnersIn(all, null), ...winnersIn(men, 'men'), ...winnersIn(women, 'women')].slice(
    0,
    MOST,
  );
});

/** Parses a Tournament of the service for what its other years tell: when, and who won. */
export const editionWire = z
  .object({ id: always(whole), start_date: always(wireDate), winners })
  .transform((raw): Edition => ({
    id: raw.id,
    startDate: raw.start_date,
    winners: raw.winners,
  }));
