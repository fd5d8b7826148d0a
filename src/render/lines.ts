/** As many of the first lines as fit into `max` characters, whole lines only. */
export const joinedWithin = (lines: readonly string[], max: number): string => {
  let joined = '';
  for (const line of lines) {
    const longer = joined === '' ? line : `${joined}\n${line}`;
    if (longer.length > max) break;
    joined = longer;
  }
  return joined;
};

/** Discord's limits of an embed's parts. */
export const FIELD_MAX = 1_024;
export const DESCRIPTION_MAX = 4_096;
