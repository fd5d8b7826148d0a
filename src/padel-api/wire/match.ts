import { z } from 'zod';
import { countryCodeOf } from '../../domain/people/countries.ts';
import { withDisplayNames, shortNameOf } from '../../domain/people/display-names.ts';
import type { Match, PlayerRef } from '../../domain/match/match.ts';
import { withoutImplausible } from '../../domain/match/plausible.ts';
import { byTeam, TEAMS, type ByTeam } from '../../domain/terms.ts';
import {
  anything,
  anyTeam,
  category,
  instant,
  withoutNulls,
  lineUp,
  expecting,
  wireDate,
  maskable,
  numeric,
  round,
  shortText,
  wireText,
  whole,
} from './lenient.ts';
import { always, due, today, type Row } from './marks.ts';
import { matchScore } from './score.ts';
import { DRAWS, type DrawKind, type Tie } from '../../domain/match/tie.ts';

const playerRef = z
  .object({ id: whole, name: wireText, short_name: shortText })
  .transform(({ id, name, short_name: short }): PlayerRef => {
    const called = shortNameOf(short, name ?? '');
    return { id, name: name ?? `#${id}`, ...(called === null ? {} : { called }) };
  });

/** The players with the display names of the match's name, where their own record has none. */
const calledAsIn = (name: string | null, teams: ByTeam<readonly PlayerRef[]>): typeof teams => {
  const fullNames = TEAMS.flatMap((team) => teams[team].map((player) => player.name));
  const inMatch = withDisplayNames(name, fullNames);
  const firstOf = { team_1: 0, team_2: teams.team_1.length };
  return byTeam((team) =>
    teams[team].map((player, index) => {
      const called = player.called ?? inMatch[firstOf[team] + index] ?? null;
      return called === null ? player : { ...player, called };
    }),
  );
};

/** Minutes; no match is longer. */
const DAY_MINUTES = 24 * 60;

/** `01:33` (hours:minutes), or minutes. */
export const duration = expecting('number or text').transform((value): number | null => {
  if (typeof value === 'number')
    return value > 0 && value <= DAY_MINUTES ? Math.round(value) : null;
  const parts = typeof value === 'string' ? /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(value) : null;
  if (parts === null) return null;
  const minutes = Number(parts[1]) * 60 + Number(parts[2]);
  return minutes > 0 ? minutes : null;
});

/** Connections are a string (specification) or an object of paths, the tournament's among them. */
const tournamentIn = expecting('object or text').transform((value): number | null => {
  const id = /\/tournaments\/(\d+)/.exec(JSON.stringify([value]))?.[1];
  return whole.safeParse(id).data ?? null;
});

/** More than any draw has in a round. */
const MAX_SLOTS = 1_024;

/** The largest UTC offset, in minutes. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** The UTC offset of an instant in minutes; null without one. */
const offsetIn = wireText.transform((value): number | null => {
  const [, sign, hours, minutes] = /T[\d:.]+([+-])(\d{2}):(\d{2})$/.exec(value ?? '') ?? [];
  if (sign === undefined) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return Math.abs(offset) <= MAX_OFFSET_MINUTES ? offset : null;
});

/** The place of a seed, also as a number, or a code of the draw: `Q`, `WC`, `LL`, `LLI`. */
const SEED = /^(?:[1-9]\d{0,3}|[A-Z]{1,4})$/;

const seedOf = anything.transform((value): string | null => {
  const seed = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return SEED.test(seed) ? seed : null;
});

const seeds = expecting('object').transform((value): ByTeam<string | null> | null => {
  const seedings = z.object({ team_1: seedOf, team_2: seedOf }).safeParse(value).data;
  return seedings === undefined || (seedings.team_1 ?? seedings.team_2) === null ? null : seedings;
});

const outOf100 = numeric.transform((value) =>
  value !== null && value >= 0 && value <= 100 ? value : null,
);

const rubbersWon = z.object({
  team_1: whole.pipe(z.number().max(3)),
  team_2: whole.pipe(z.number().max(3)),
});

const tieScore = anything.transform(
  (value): ByTeam<number> | null => rubbersWon.safeParse(value).data ?? null,
);

/** Nations are codes, or English names (service-today, "Team events"); others have names of their own. */
const tieTeam = shortText.transform((value) =>
  value === null ? null : (countryCodeOf(value) ?? (value.length === 2 ? null : value)),
);

/** An id, as text or as a number. */
const tieId = z
  .union([z.number().int().nonnegative().transform(String), shortText])
  .nullable()
  .catch(null);

const tieFields = z
  .object({
    id: tieId,
    group: shortText,
    team_1: tieTeam,
    team_2: tieTeam,
    rubber: whole.pipe(z.number().min(1).max(9)),
    score: tieScore,
    winner: anyTeam,
  })
  .transform((raw): Tie => ({
    group: raw.group,
    teams: { team_1: raw.team_1, team_2: raw.team_2 },
    rubber: raw.rubber,
    ...withoutNulls({ id: raw.id, score: raw.score, winner: raw.winner }),
  }));

/** The tie of a match of a team event; null for other matches, and when it cannot be read. */
const tieWire = anything.transform((value): Tie | null => tieFields.safeParse(value).data ?? null);

/** The phase of the tournament; null when unknown. */
const drawWire = wireText.transform(
  (value): DrawKind | null => DRAWS.find((draw) => draw === value) ?? null,
);

const isFinished = ({ status }: Row): boolean => status === 'finished';

const hasTime = ({ schedule_label: label }: Row): boolean =>
  typeof label === 'string' && /\d:\d\d/.test(label);

const matchFields = z
  .object({
    id: always(whole),
    name: shortText,
    category: always(category),
    round: always(round),
    round_name: wireText,
    index: expecting('number').pipe(whole.pipe(z.number().max(MAX_SLOTS)).nullable().catch(null)),
    played_at: wireDate,
    schedule_label: wireText,
    court: wireText,
    court_order: numeric,
    status: always(wireText),
    score: due(matchScore, 'finished', isFinished),
    winner: due(anyTeam, 'finished', isFinished),
    started_time: instant,
    started_time_local: today(offsetIn),
    scheduled_at: due(today(instant), 'timed', hasTime),
    scheduled_at_local: today(offsetIn),
    seeds: today(seeds),
    draw: today(drawWire),
    watchability: today(outOf100),
    tie: tieWire,
    duration,
    players: always(lineUp(playerRef)),
    connections: always(tournamentIn),
  })
  .transform((raw): Omit<Match, 'withheld'> => ({
    id: raw.id,
    tournamentId: raw.connections,
    category: raw.category,
    round: raw.round,
    roundName: raw.round_name ?? '',
    slot: raw.index,
    playedOn: raw.played_at,
    startedAt: raw.started_time,
    duration: raw.duration,
    scheduleLabel: raw.schedule_label,
    court: raw.court,
    courtOrder: raw.court_order,
    status: raw.status ?? 'scheduled',
    score: raw.score,
    winner: raw.winner,
    teams: calledAsIn(raw.name, raw.players),
    ...withoutNulls({
      scheduledAt: raw.scheduled_at,
      venueOffset: raw.scheduled_at_local ?? raw.started_time_local,
      seeds: raw.seeds,
      draw: raw.draw,
      watchability: raw.watchability,
      tie: raw.tie,
    }),
  }));

/** Parses a Match of the service (specification, "Match (MatchResource)"). */
export const matchWire: z.ZodType<Match> = maskable(matchFields).transform(withoutImplausible);
