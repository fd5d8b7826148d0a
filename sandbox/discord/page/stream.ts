import type { ControlEvent } from '../shown-state.ts';

export interface StreamOptions {
  readonly url: string;
  readonly onEvent: (event: ControlEvent) => void;
  /** Called at each (re)connection: whatever happened meanwhile must be read again. */
  readonly onOpen: () => void;
  readonly onLost: () => void;
}

const REOPEN_AFTER_MS = 1500;

/**
 * Follows the server's event stream for as long as the page lives. A browser reopens a stream that
 * broke off, but gives up on one that was refused (a server that is just starting): that one is
 * opened again here.
 */
export function openStream(options: StreamOptions): void {
  const source = new EventSource(options.url);
  source.onopen = options.onOpen;
  source.onmessage = (message: MessageEvent<string>) => {
    // The stream speaks the contract that this page is bundled with.
    options.onEvent(JSON.parse(message.data) as ControlEvent);
  };
  source.onerror = () => {
    options.onLost();
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      openStream(options);
    }, REOPEN_AFTER_MS);
  };
}
