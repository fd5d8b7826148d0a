import { refusalReason, type RealtimeInspection } from '../live/inspection.ts';
import { passed, failed, warned, errorSummary, type Finding } from './finding.ts';

const ABOUT = 'Live socket';

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
      const [why, next] = refusalReason(inspection.code);
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
