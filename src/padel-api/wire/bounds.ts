/** The longest text in characters, that of a URL. */
const LONGEST_TEXT = 2_048;

/** Entries read of a list, and fields of an object. */
const MOST_ENTRIES = 1_000;

/** Maximum depth: the deepest data of the service are points, six levels down. */
const DEEPEST = 16;

/**
 * Bounds JSON from outside: too long texts and too deep values become null, lists are cut. Every
 * response, frame and webhook passes through here.
 */
export const withinBounds = (json: unknown, depth = 0): unknown => {
  if (typeof json === 'string') return json.length > LONGEST_TEXT ? null : json;
  if (typeof json !== 'object' || json === null) return json;
  if (depth === DEEPEST) return null;
  if (Array.isArray(json)) {
    return json.slice(0, MOST_ENTRIES).map((each) => withinBounds(each, depth + 1));
  }
  const fields = Object.entries(json).slice(0, MOST_ENTRIES);
  return Object.fromEntries(fields.map(([name, each]) => [name, withinBounds(each, depth + 1)]));
};
