import type { NameOf } from '../state/select.ts';

/** What drawing a text needs: its language, names for ids, and link targets. */
export interface Speech {
  readonly locale: string;
  readonly now: number;
  readonly nameOf: NameOf;
  readonly openChannel: (id: string) => void;
  readonly fillComposer: (line: string) => void;
}
