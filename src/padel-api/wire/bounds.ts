/** The longest text that is read, in characters: an address on the web may be as long. */
const LONGEST_TEXT = 2_048;

/** So many entries of a list are read, and fields of an object. */
const MOST_ENTRIES = 1_000;

/** So deep values are read: the deepest of the service are points, six levels down. */
const DEEPEST = 16;

/**
 * JSON from outside within bounds, whatever reads it: a text that is too long and what lies too deep
 * is null, and lists end early. Every answer, frame and delivery comes through here.
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
