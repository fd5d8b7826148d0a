import type { NameOf } from '../state/select.ts';

/** What drawing a text needs: its language, names for ids, and link targets. */
export interface Speech {
  readonly locale: string;
  readonly now: number;
  readonly nameOf: NameOf;
  /** Opens a channel, at one message if that is named. */
  readonly openChannel: (id: string, messageId?: string) => void;
  readonly fillComposer: (line: string) => void;
}
