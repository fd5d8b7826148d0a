import type { Actions } from '../actions/index.ts';
import { menuOf } from '../command/menu.ts';
import type { Scene } from '../state/select.ts';

const COMPOSER = '[data-testid="composer"]';
const FIELD = 'input, textarea, select';

/** Keys that belong to no field: letters go to the composer, Escape closes what is open. */
export function onPageKey(event: KeyboardEvent, scene: Scene, act: Actions): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  if (event.key === 'Escape') closeOpened(scene, act);
  else if (isWriting(event)) document.querySelector<HTMLElement>(COMPOSER)?.focus();
}

/** What Escape closes, one thing at a time. */
function closeOpened(scene: Scene, { steering, speaking, composing }: Actions): void {
  const { shell, picker } = scene.state;
  if (picker !== null) speaking.closePicker();
  else if (shell.identityOpen) steering.shell({ identityOpen: false });
  else if (shell.drawer !== 'none') steering.shell({ drawer: 'none' });
  else if (menuOf(scene).title !== '') composing.closeMenu();
}

/** Whether the key writes a letter, and the focus is in no field; a blank presses a button. */
function isWriting({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (Array.from(key).length !== 1 || ctrlKey || metaKey || altKey) return false;
  if (!(target instanceof Element) || target.closest(FIELD) !== null) return false;
  return key !== ' ' || target === document.body;
}

/** What was focused before the last dialog opened. */
let opener: Element | null = null;

/**
 * Remembers the focus before a drawing. The returned function, called after it, gives the focus back
 * when the drawing removed its element: to what opened the menu or dialog, else to the composer.
 */
export function rememberFocus(container: Element): () => void {
  const before = document.activeElement;
  const home = homeOf(before);
  const hadDialog = container.querySelector('dialog') !== null;
  return () => {
    const hasDialog = container.querySelector('dialog') !== null;
    if (hasDialog && !hadDialog) opener = before;
    if (before === null || before === document.body || before.isConnected) return;
    const wanted = hadDialog ? opener : container.querySelector(home);
    const place = wanted?.isConnected === true ? wanted : container.querySelector(COMPOSER);
    if (!hasDialog && place instanceof HTMLElement) place.focus();
  };
}

/** Where the focus belongs once an element is gone, as a selector. */
function homeOf(element: Element | null): string {
  if (element?.closest('.identity') instanceof Element) return '[data-testid="identity"]';
  const id = element?.closest('.select')?.querySelector<HTMLElement>('.select-face')?.dataset[
    'customId'
  ];
  const message = element?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId'];
  return id === undefined || message === undefined
    ? COMPOSER
    : `[data-message-id="${message}"] [data-custom-id="${CSS.escape(id)}"]`;
}
