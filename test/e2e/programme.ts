import type { Stage } from './stage.ts';

interface Page {
  readonly data: readonly {
    readonly id: number;
    readonly status: string;
    readonly players: Record<'team_1' | 'team_2', readonly { id: number; name: string }[]>;
  }[];
}

/** The next match to start that will be played to its end, with its whole course as `truth`. */
export const nextMatch = async (stage: Stage) => {
  const tournaments = await stage.ask<{ data: { id: number; status: string; level: string }[] }>(
    '/tournaments?per_page=50&sort_by=start_date&order_by=desc',
  );
  const covered = tournaments.data.find(
    ({ status, level }) => status === 'live' && /^(major|p1|p2|finals)$/.test(level),
  );
  const { data } = await stage.ask<Page>(
    `/tournaments/${covered?.id}/matches?per_page=50&played_at=${stage.demo.padel.getWorld().now.slice(0, 10)}`,
  );
  const upcoming = data
    .filter(({ status }) => status === 'scheduled')
    .flatMap((match) => {
      const truth = stage.demo.padel.truth(match.id);
      return truth === null ? [] : [{ match, truth }];
    })
    .filter(({ truth }) => truth.startsAt !== null && truth.status === 'finished')
    .sort((a, b) => (a.truth.startsAt ?? 0) - (b.truth.startsAt ?? 0));
  const [first] = upcoming;
  if (first === undefined) throw new Error('the seed has no match to come today');
  return first;
};

/** Moves the world to a moment of its clock; it publishes everything that happens in between. */
export const letPass = async (stage: Stage, until: number): Promise<void> => {
  const advance = Math.max(1, (until - Date.parse(stage.demo.padel.getWorld().now)) / 1000);
  await stage.demo.padel.steer({ advance });
};
