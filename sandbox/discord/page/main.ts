import { render } from 'lit';

import { createActions } from './actions/index.ts';
import { createControlApi } from './control-api.ts';
import { onPageKey, rememberFocus } from './frame/keyboard.ts';
import { createBrowserStorage } from './frame/memory.ts';
import { opening, page } from './frame/page.ts';
import { createScrollKeeper } from './frame/scroll.ts';
import { initialState, type PageState } from './state/page-state.ts';
import { sceneOf, titleOf } from './state/select.ts';
import { createStore } from './state/store.ts';
import { openStream } from './stream.ts';
import { viewOf } from './view.ts';

const SANDBOX = '/sandbox';
const TICK_MS = 1000;
const WORLD_READ_MS = 10_000;

const root = document.querySelector<HTMLElement>('#page');
if (root !== null) startPage(root);

/** The composition root of the page: state, what changes it, and the drawing of it. */
function startPage(container: HTMLElement): void {
  const now = () => Date.now();
  const memory = createBrowserStorage();
  const state = initialState(now(), {
    hintDismissed: memory.read('hint') === 'dismissed',
    worldOpen: memory.read('world') !== 'closed',
  });
  let drawing = false;
  let focused = 0;
  let shownLine = -1;
  let shownLink: PageState['linked'] = null;

  const store = createStore<PageState>(state, () => {
    if (drawing) return;
    drawing = true;
    // Before the next key press, not before the next frame: a fast typist must find the cursor
    // already in the field that the last key opened.
    queueMicrotask(draw);
  });
  const api = createControlApi(SANDBOX);
  const remembered = { channel: memory.read('channel'), person: memory.read('person') };
  const actions = createActions({ store, api, remembered, now });
  const scroll = createScrollKeeper(
    () => container.querySelector('.scroller'),
    (atNewest) => {
      actions.steering.shell({ atNewest });
    },
  );

  function draw(): void {
    drawing = false;
    const current = store.get();
    const keepFocus = rememberFocus(container);
    const scene = sceneOf(current);
    render(
      scene === null ? opening(current.link === 'lost') : page(viewOf(scene, actions)),
      container,
    );
    scroll.settle(current.shell.atNewest);
    document.title = titleOf(current);
    putCursor(current.composer.focus);
    keepFocus();
    showLine(current.composer.selected);
    showLinked(current.linked);
    remember(current);
  }

  function putCursor(wanted: number): void {
    if (wanted === focused) return;
    focused = wanted;
    container.querySelector<HTMLElement>('[data-testid="composer"]')?.focus();
  }

  /** Keeps the highlighted line of the list above the composer in sight. */
  function showLine(selected: number): void {
    if (selected === shownLine) return;
    shownLine = selected;
    container.querySelector('.menu-line.selected')?.scrollIntoView({ block: 'nearest' });
  }

  /** Scrolls to the message that a link leads to, once it is there. */
  function showLinked(linked: PageState['linked']): void {
    if (linked === shownLink) return;
    const message = container.querySelector(`[data-message-id="${linked?.messageId ?? ''}"]`);
    if (linked !== null && message === null) return;
    shownLink = linked;
    if (message === null) return;
    actions.steering.shell({ atNewest: false });
    message.scrollIntoView({ block: 'center' });
  }

  /** The stream tells of steering only; how many matches are in play changes by itself. */
  function readWorld(): void {
    const { server, link, shell } = store.get();
    const shown = server?.hasWorld === true && link === 'open' && shell.worldOpen;
    if (shown && !document.hidden) void actions.steering.readWorld();
  }

  function remember({ channelId, meId, shell }: PageState): void {
    if (channelId !== null) memory.write('channel', channelId);
    if (meId !== null) memory.write('person', meId);
    memory.write('hint', shell.hintDismissed ? 'dismissed' : 'new');
    memory.write('world', shell.worldOpen ? 'open' : 'closed');
  }

  document.addEventListener('keydown', (event) => {
    const scene = sceneOf(store.get());
    if (scene !== null) onPageKey(event, scene, actions);
  });
  container.textContent = '';
  draw();
  setInterval(actions.reading.tick, TICK_MS);
  setInterval(readWorld, WORLD_READ_MS);
  openStream({
    url: `${SANDBOX}/events`,
    onEvent: actions.reading.receive,
    onOpen: () => void actions.reading.refresh(),
    onLost: actions.reading.lost,
  });
}
