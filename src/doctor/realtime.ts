import type { RealtimeInspection } from '../live/inspection.ts';
import { passed, failed, warned, errorSummary, type Finding } from './finding.ts';

const ABOUT = 'Live socket';

/** Refusals with a more specific reason than an unknown key (Pusher protocol, "Error codes"). */
const ERROR_REASONS: ReadonlyMap<number, readonly [string, string]> = new Map([
  [4003, ['the application is disabled', 'Contact the data service about its realtime channels.']],
  [
    4004,
    ['the application has too many connections', 'Tell the data service, or try again later.'],
  ],
]);

const UNKNOWN_KEY = [
  'the key is unknown there',
  "Check REALTIME_APP_KEY and REALTIME_CLUSTER against the service's documentation.",
] as const;

const seconds = (ms: number): number => Math.round(ms / 1_000);

const unheard = ({
  matchId,
  afterMs,
  hasMoved,
}: Extract<RealtimeInspection, { readonly kind: 'unheard' }>): Finding => {
  const says = `Subscribed, but nothing was pushed of match ${matchId} in ${seconds(afterMs)} s`;
  if (!hasMoved) return passed(ABOUT, `${says}; nothing happened in the live list, either.`);
  return warned(
    ABOUT,
    `${says}, while its points changed in the live list.`,
    "Check REALTIME_EVENT and REALTIME_APP_KEY against the service's documentation; until pushes come, scores are polled.",
  );
};

export const realtimeFinding = (inspection: RealtimeInspection): Finding => {
  switch (inspection.kind) {
    case 'connected':
      return passed(
        ABOUT,
        'Connected, and subscribed to a channel; no match is in play whose pushes could be awaited.',
      );
    case 'heard': {
      const { matchId, afterMs } = inspection;
      return passed(ABOUT, `A push of match ${matchId} came after ${seconds(afterMs)} s.`);
    }
    case 'unheard':
      return unheard(inspection);
    case 'refused': {
      const [why, next] = ERROR_REASONS.get(inspection.code) ?? UNKNOWN_KEY;
      return failed(ABOUT, `The realtime server refuses us (${inspection.code}): ${why}.`, next);
    }
    case 'silent':
      return failed(
        ABOUT,
        'Something other than a realtime server answers.',
        'Check REALTIME_HOST, REALTIME_PORT and REALTIME_TLS; proxies must pass WebSockets.',
      );
    case 'unreachable':
      return failed(
        ABOUT,
        `It cannot be reached: ${errorSummary(inspection.cause)}.`,
        'Check REALTIME_CLUSTER, or REALTIME_HOST and REALTIME_PORT, and the network.',
      );
  }
};
