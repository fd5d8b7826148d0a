import type { RealtimeInspection } from '../live/inspection.ts';
import { passed, failed, errorSummary, type Finding } from './finding.ts';

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

export const realtimeFinding = (inspection: RealtimeInspection): Finding => {
  switch (inspection.kind) {
    case 'listening':
      return passed(ABOUT, 'Connected, and subscribed to a channel.');
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
