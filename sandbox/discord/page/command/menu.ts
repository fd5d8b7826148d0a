import type { Composer } from '../state/page-state.ts';
import type { Scene } from '../state/select.ts';
import { type CommandEntry, type CommandOption, findCommands } from './catalogue.ts';
import { lineOf, optionsLeft } from './draft.ts';
import { ownSuggestions, preselect, type Suggestion } from './suggestions.ts';

export type MenuItem =
  | { readonly kind: 'command'; readonly entry: CommandEntry }
  | { readonly kind: 'choice'; readonly suggestion: Suggestion }
  | { readonly kind: 'option'; readonly option: CommandOption };

/** The list above the composer. */
export interface Menu {
  readonly title: string;
  readonly items: readonly MenuItem[];
  /** A line in place of items: still asking, or nothing found. */
  readonly note: string | null;
  /** The item that Enter takes unless another is highlighted; -1 when Enter takes none. */
  readonly preselected: number;
}

const NO_MENU: Menu = { title: '', items: [], note: null, preselected: -1 };

/** The list for the current input; empty without choices. */
export function menuOf(scene: Scene): Menu {
  const { composer } = scene.state;
  if (composer.closed) return NO_MENU;
  if (composer.draft !== null) return draftMenu(scene, composer, composer.draft);
  if (!composer.text.startsWith('/')) return NO_MENU;
  const items = findCommands(scene.commands, composer.text).map((entry) => ({
    kind: 'command' as const,
    entry,
  }));
  const note = items.length > 0 ? null : noCommand(scene);
  return { title: 'Commands', items, note, preselected: items.length > 0 ? 0 : -1 };
}

/** The line to ask the bot about, when the active option is one that the bot completes. */
export function completionQuery({ draft }: Composer): string | null {
  const option = draft?.fields[draft.active]?.option;
  const completes = option !== undefined && 'autocomplete' in option && option.autocomplete;
  return draft !== null && completes ? lineOf(draft, true) : null;
}

function draftMenu(scene: Scene, composer: Composer, draft: NonNullable<Composer['draft']>): Menu {
  const field = draft.fields[draft.active];
  if (field === undefined) {
    const wanted = draft.filter.trim().toLowerCase();
    const items = optionsLeft(draft)
      .filter((option) => `${option.label} ${option.name}`.toLowerCase().includes(wanted))
      .map((option) => ({ kind: 'option' as const, option }));
    return { title: 'More options', items, note: null, preselected: wanted === '' ? -1 : 0 };
  }
  const title = field.option.hint;
  const query = completionQuery(composer);
  const offered =
    query === null
      ? ownSuggestions(field.option, field.text, scene.server)
      : (composer.remote?.items ?? []);
  if (offered === null) return { ...NO_MENU, title };
  const items = offered.map((suggestion) => ({ kind: 'choice' as const, suggestion }));
  const asking = query !== null && composer.remote?.asking !== false;
  const optional = field.option.required !== true && field.text === '';
  return {
    title,
    items,
    note: items.length > 0 ? null : noteFor(asking, query !== null),
    preselected: asking || optional || field.picked ? -1 : preselect(offered, field.text),
  };
}

function noteFor(asking: boolean, fromBot: boolean): string {
  if (asking) return 'Asking the bot…';
  return fromBot ? 'The bot has no suggestion for this.' : 'Nothing here by that name.';
}

function noCommand({ server, commands, state }: Scene): string {
  if (commands.length > 0) return `There is no command “${state.composer.text}”.`;
  return server.bot.online
    ? `${server.bot.username} has not registered any command yet.`
    : 'No bot is connected, so there are no commands yet.';
}
