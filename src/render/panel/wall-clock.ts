/** Minutes since midnight as they are typed in every language: `08:05`. */
export const wallClock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
