/** Something was asked of what has ended: it was not done, which is no failure. */
export class Stopped extends Error {}
