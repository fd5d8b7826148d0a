import type { NameOf } from '../state/select.ts';

/** What it takes to draw somebody's words: whose language, which names, where links lead. */
export interface Speech {
  readonly locale: string;
  readonly now: number;
  readonly nameOf: NameOf;
  readonly openChannel: (id: string) => void;
  readonly fillComposer: (line: string) => void;
}
