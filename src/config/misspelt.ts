import SearchableMap from 'minisearch/SearchableMap';

/** More is another word: HTTP_PROXY is no slip for HTTP_PORT. */
const MOST_SLIPS = 2;

const isSet = (value: string | undefined): boolean => (value ?? '').trim() !== '';

/** A line for each variable whose name is nearly one of `names` that is not set. */
export const misspelt = (
  names: readonly string[],
  variables: NodeJS.ProcessEnv,
): readonly string[] => {
  const wanted = SearchableMap.from(
    names.filter((name) => !isSet(variables[name])).map((name) => [name, name]),
  );
  return Object.keys(variables).flatMap((given) => {
    if (names.includes(given) || !isSet(variables[given])) return [];
    const near = [...wanted.fuzzyGet(given.toUpperCase(), MOST_SLIPS).values()];
    const [meant] = near.toSorted(([, one], [, other]) => one - other);
    return meant === undefined ? [] : [`${given} is not known; did you mean ${meant[0]}?`];
  });
};
