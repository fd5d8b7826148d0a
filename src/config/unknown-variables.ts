import SearchableMap from 'minisearch/SearchableMap';
import { environment } from './environment.ts';

const NAMES = Object.keys(environment.shape);

/** Nothing else is called so, unless it is of others. */
const OURS = /^(?:DATABASE|DISCORD|HTTP|PADEL|REALTIME|WEBHOOK)_/;

/** Compose's port range; proxies; a webhook for announcements of a CI; links to containers and services. */
const OF_OTHERS =
  /^HTTP_(?:PORTS$|PROXY)|^DISCORD_WEBHOOK|_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))|_ENV_/;

const LINK = /^(?:tcp|udp):\/\//;

/** More is another word. */
const MOST_SLIPS = 2;

/** Whether only words are missing: PADEL_PLAN for PADEL_API_PLAN. */
const isShorter = (one: string, other: string): boolean => {
  const words = other.split('_');
  return one.split('_').every((word) => words.includes(word));
};

/** Variables that nothing reads, in a line each: those that begin as ours do, and slips of a name that is not set. */
export const unknownVariables = (variables: NodeJS.ProcessEnv): readonly string[] => {
  const isSet = (name: string): boolean => (variables[name] ?? '').trim() !== '';
  const missing = NAMES.filter((name) => !isSet(name));
  const index = new SearchableMap<string>();
  for (const name of missing) index.set(name, name);
  return Object.keys(variables).flatMap((given) => {
    if (NAMES.includes(given) || !isSet(given)) return [];
    const near = [...index.fuzzyGet(given.toUpperCase(), MOST_SLIPS).values()];
    const [slip] = near.toSorted(([, one], [, other]) => one - other);
    const isOurs = OURS.test(given) && !OF_OTHERS.test(given) && !LINK.test(variables[given] ?? '');
    if (slip === undefined && !isOurs) return [];
    const meant =
      slip?.[0] ?? missing.find((name) => isShorter(given, name) || isShorter(name, given));
    return [
      meant === undefined
        ? `${given} is not known: nothing reads it`
        : `${given} is not known; did you mean ${meant}?`,
    ];
  });
};
