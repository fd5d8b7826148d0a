import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An endpoint of the data service: the client's method for it, and how the specification calls it. */
export interface ReachedEndpoint {
  readonly method: string;
  /** `GET /matches/{match}` */
  readonly name: string;
}

/** A method of the client and the comment above it, which begins with the endpoint. */
const DECLARED = /`((?:GET|POST|PATCH|DELETE) \/[^`]*)`(?:(?!readonly)[\s\S])*?readonly (\w+): \(/g;

/** Every endpoint that the client has a method for, from the sources of the client itself. */
export const clientEndpoints = (): readonly ReachedEndpoint[] =>
  globSync('src/padel-api/endpoints/*.ts')
    .sort()
    .flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(DECLARED), ([, name = '', method = '']) => ({
        method,
        name,
      })),
    );

/** Rooms in which somebody may ask the service; the client itself is not one of them. */
const MAY_ASK =
  /^(commands|src\/live|src\/padel-api)\/(?!endpoints\/|client\.ts|request\/|index\.ts)/;

const importsOf = (path: string, source: string): string[] =>
  Array.from(source.matchAll(/^(?:import|export)\s[^;]*?from '(\.[^']+)';/gm), ([, to = '']) =>
    join(dirname(path), to),
  ).filter((to) => MAY_ASK.test(to) && existsSync(to));

/** Methods of the client that a file and what it imports call: `api.player(…)`. */
export const methodsReachedFrom = (
  entry: string,
  seen: Set<string> = new Set<string>(),
): ReadonlySet<string> => {
  if (seen.has(entry)) return new Set();
  seen.add(entry);
  const source = readFileSync(entry, 'utf8');
  const own = Array.from(source.matchAll(/\bapi\s*\.\s*(\w+)\(/g), ([, name = '']) => name);
  const imported = importsOf(entry, source).flatMap((to) => [...methodsReachedFrom(to, seen)]);
  return new Set([...own, ...imported]);
};
