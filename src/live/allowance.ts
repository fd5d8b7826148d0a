/** How many requests may be made beside the poll: what is saved up, and what time brings. */
export interface Allowance {
  /** Takes one; false when none is left. */
  readonly spend: () => boolean;
}

export interface AllowanceOptions {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** The most that is saved up. */
  readonly most: number;
  /** Milliseconds that bring one more. */
  readonly every: () => number;
}

export const createAllowance = ({ monotonic, most, every }: AllowanceOptions): Allowance => {
  let left = most;
  let countedAt = monotonic();

  return {
    spend: () => {
      const passed = monotonic() - countedAt;
      countedAt += passed;
      left = Math.min(most, left + passed / every());
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
