/** More is another word: HTTP_PROXY is no slip for HTTP_PORT. */
const MOST_SLIPS = 2;

/** The letters to insert, remove, change or swap with the next to make one name of the other. */
const slipsBetween = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
};

const isSet = (value: string | undefined): boolean => (value ?? '').trim() !== '';

/** A line for each variable whose name is nearly one of `names` that is not set. */
export const misspelt = (
  names: readonly string[],
  variables: NodeJS.ProcessEnv,
): readonly string[] => {
  const wanted = names.filter((name) => !isSet(variables[name]));
  return Object.keys(variables).flatMap((given) => {
    if (names.includes(given) || !isSet(variables[given])) return [];
    const upper = given.toUpperCase();
    const meant = wanted.find(
      (name) =>
        Math.abs(upper.length - name.length) <= MOST_SLIPS &&
        slipsBetween(upper, name) <= MOST_SLIPS,
    );
    return meant === undefined ? [] : [`${given} is not known; did you mean ${meant}?`];
  });
};
