/** The longest text in characters, that of a URL. */
const MAX_TEXT_LENGTH = 2_048;

/** Entries read of a list, and fields of an object. */
const MAX_ENTRIES = 1_000;

/** Maximum depth: the deepest data of the service are points, six levels down. */
const MAX_DEPTH = 16;

/**
 * Bounds JSON from outside: too long texts and too deep values become null, lists are cut. Every
 * response, frame and webhook passes through here.
 */
export const withinBounds = (json: unknown, depth = 0): unknown => {
  if (typeof json === 'string') return json.length > MAX_TEXT_LENGTH ? null : json;
  if (typeof json !== 'object' || json === null) return json;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(json)) {
    return json.slice(0, MAX_ENTRIES).map((each) => withinBounds(each, depth + 1));
  }
  const fields = Object.entries(json).slice(0, MAX_ENTRIES);
  return Object.fromEntries(fields.map(([name, each]) => [name, withinBounds(each, depth + 1)]));
};
