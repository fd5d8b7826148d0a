import type { Actions } from '../actions/index.ts';
import type { Scene } from '../state/select.ts';
import type { CommandDraft } from './draft.ts';
import { menuOf, type Menu } from './menu.ts';

type Handled = boolean;

/**
 * What a key does in the composer; returns whether it did something (and the browser's own
 * meaning of the key must not happen). Arrows walk the list, Enter and Tab take from it, Enter
 * without a highlighted line runs the command or sends the text, Escape closes, then leaves.
 */
export function onComposerKey(event: KeyboardEvent, scene: Scene, act: Actions): Handled {
  if (event.isComposing) return false;
  const { composer } = scene.state;
  const menu = menuOf(scene);
  const highlighted = menu.items[composer.selected];
  const { composing, speaking } = act;

  switch (event.key) {
    case 'ArrowDown':
      return walk(menu, composer.selected, 1, act);
    case 'ArrowUp':
      return walk(menu, composer.selected, -1, act);
    case 'Enter':
      if (event.shiftKey && composer.draft === null) return false;
      if (highlighted !== undefined) composing.takeItem(highlighted);
      else if (composer.draft !== null) void speaking.run();
      else if (composer.text.startsWith('/')) complainAbout(scene, act);
      else void speaking.say();
      return true;
    case 'Tab':
      if (highlighted !== undefined && !event.shiftKey) {
        composing.takeItem(highlighted);
        return true;
      }
      return composer.draft !== null && stepFields(composer.draft, event.shiftKey ? -1 : 1, act);
    case 'Escape':
      if (isOpen(menu)) composing.closeMenu();
      else if (composer.draft !== null || composer.text !== '') composing.leave();
      return true;
    case 'Backspace':
      return composer.draft !== null && eraseField(event, act);
    default:
      return false;
  }
}

function isOpen({ items, note }: Menu): boolean {
  return items.length > 0 || note !== null;
}

function walk({ items }: Menu, selected: number, step: 1 | -1, { composing }: Actions): Handled {
  if (items.length === 0) return false;
  const from = selected === -1 && step === -1 ? 0 : selected;
  composing.highlight((from + step + items.length) % items.length);
  return true;
}

function stepFields(draft: CommandDraft, step: 1 | -1, { composing }: Actions): Handled {
  const to = draft.active + step;
  if (to < 0 || to > draft.fields.length) return false;
  composing.go(to);
  return true;
}

function eraseField(event: KeyboardEvent, { composing }: Actions): Handled {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.value !== '') return false;
  composing.back();
  return true;
}

function complainAbout({ state, server }: Scene, { composing }: Actions): void {
  const known = server.commands.length > 0;
  composing.complain(
    known
      ? `There is no command “${state.composer.text.trim()}”. Type / to see all of them.`
      : 'There are no commands here yet: no bot has registered any.',
  );
}
