export interface ScrollKeeper {
  /** Call after each drawing: keeps the newest message in sight when `atNewest`. */
  readonly settle: (atNewest: boolean) => void;
}

const NEAR_PX = 48;

/**
 * Keeps a list at its newest message while the reader is there, whatever grows in it (a message,
 * an edit, a picture that loads), and reports through `onMove` when they scroll away or come back.
 */
export function createScrollKeeper(
  find: () => Element | null,
  onMove: (atNewest: boolean) => void,
): ScrollKeeper {
  let watched: Element | null = null;
  let sticking = true;
  let lastTop = 0;

  const toNewest = () => {
    if (watched !== null && sticking) watched.scrollTop = watched.scrollHeight;
  };
  const growth = new ResizeObserver(toNewest);

  function watch(scroller: Element): void {
    growth.disconnect();
    watched = scroller;
    lastTop = 0;
    scroller.addEventListener('scroll', () => {
      const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
      const wentUp = scroller.scrollTop < lastTop;
      lastTop = scroller.scrollTop;
      // What grew below does not say that the reader left.
      const atNewest = below < NEAR_PX || (sticking && !wentUp);
      if (atNewest !== sticking) onMove(atNewest);
    });
    growth.observe(scroller);
    if (scroller.firstElementChild !== null) growth.observe(scroller.firstElementChild);
  }

  return {
    settle: (atNewest) => {
      const scroller = find();
      if (scroller !== null && scroller !== watched) watch(scroller);
      sticking = atNewest;
      toNewest();
    },
  };
}
