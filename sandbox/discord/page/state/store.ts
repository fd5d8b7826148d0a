/** One value, changed only through `update`, watched by the page that draws it. */
export interface Store<T> {
  readonly get: () => T;
  readonly update: (change: (current: T) => T) => void;
}

/** Holds `initial`; calls `onChange` after each update that really changed the value. */
export function createStore<T>(initial: T, onChange: () => void): Store<T> {
  let current = initial;
  return {
    get: () => current,
    update: (change) => {
      const next = change(current);
      if (Object.is(next, current)) return;
      current = next;
      onChange();
    },
  };
}
