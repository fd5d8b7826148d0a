/** How many requests may be made beside the poll: what is saved up, and what time brings. */
export interface Allowance {
  /** Takes one; false when none is left. */
  readonly spend: () => boolean;
}

export interface AllowanceOptions {
  readonly now: () => number;
  /** The most that is saved up. */
  readonly most: number;
  /** Milliseconds that bring one more. */
  readonly every: () => number;
}

export const createAllowance = ({ now, most, every }: AllowanceOptions): Allowance => {
  let left = most;
  let countedAt = now();

  return {
    spend: () => {
      const passed = Math.max(0, now() - countedAt);
      countedAt = now();
      left = Math.min(most, left + passed / every());
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
