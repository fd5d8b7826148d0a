/**
 * A field of flags with some bits set and others cleared. Discord's types name such a field by its
 * enum, while to TypeScript arithmetic makes plain numbers of enums: this is where they meet.
 */
export const withFlags = <Flags extends number>(
  flags: Flags | undefined,
  set: number,
  clear = 0,
): Flags => (((flags ?? 0) & ~clear) | set) as Flags;
