import { z } from 'zod';

/** Which related resources are read, by the kind of record that names their paths. */
const CONNECTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['matches', ['headtohead', 'head2head', 'stats', 'live']],
  ['tournaments', ['matches', 'videos', 'editions']],
  ['players', ['matches', 'pairs', 'rankings', 'stats']],
  ['pairs', ['matches', 'stats']],
]);

/** The public service's name, and that of the specification. */
const MEETINGS = ['headtohead', 'head2head'] as const;
const isMeetings = (name: string): boolean => MEETINGS.some((each) => each === name);
/** The forms of one resource are known under one name. */
const resourceOf = (kind: string, name: string): string =>
  `${kind}/${isMeetings(name) ? MEETINGS[0] : name}`;

const RECORD = /^\/([a-z]+)\/(\d+(?:-\d+)?)$/;
const RELATED = /^\/([a-z]+)(?:\/(\d+(?:-\d+)?))?\/([a-z0-9]+)$/;

const MAX_PATH_LENGTH = 200;
const PLAIN_PATH = /^(?:\/[\w-]+)+$/;

/** Records of one kind have the same paths: so many are looked at in an answer. */
const MAX_ROWS = 3;

const recordWire = z.object({
  self: z.string(),
  connections: z.record(z.string(), z.unknown()).catch({}),
});
const listWire = z.object({ data: z.array(z.unknown()) });

/** A path with `{id}` instead of the record's id: `/matches/{id}/headtohead`. */
type PathForm = string;

interface PathToTry {
  readonly path: string;
  /** As the client builds it. One that only records name may lead elsewhere. */
  readonly isBuilt: boolean;
  /** Makes this form the first one to try. */
  readonly answered: () => void;
}

const ID = '{id}';

/** Without an id it is the path of the whole kind: `/matches/headtohead`. */
const filled = (form: PathForm, id: string | undefined): string =>
  id === undefined ? form.replace(`/${ID}`, '') : form.replace(ID, id);

/**
 * The paths of related resources as the service's records name them (`connections`), else as the client
 * builds them. A service may rename them, and the public one differs from the specification.
 */
export const createPathForms = (baseUrl: string) => {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const named = new Map<string, PathForm>();
  const working = new Map<string, PathForm>();
  /** The id of the record of each kind that an answer named last. */
  const ids = new Map<string, string>();

  /** A path below the base URL; null for any other value. */
  const below = (value: unknown): string | null => {
    if (typeof value !== 'string' || value.length > MAX_PATH_LENGTH) return null;
    const url = URL.parse(value, base.href);
    if (url?.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) return null;
    const path = url.pathname.slice(prefix.length);
    return url.search === '' && url.hash === '' && PLAIN_PATH.test(path) ? path : null;
  };

  const learnFrom = (raw: unknown): void => {
    const record = recordWire.safeParse(raw).data;
    const [, kind = '', id] = RECORD.exec(below(record?.self) ?? '') ?? [];
    if (id !== undefined) ids.set(kind, id);
    for (const name of CONNECTIONS.get(kind) ?? []) {
      const segments = below(record?.connections[name])?.split('/') ?? [];
      if (segments.filter((segment) => segment === id).length !== 1) continue;
      const form = segments.map((segment) => (segment === id ? ID : segment)).join('/');
      if (form.startsWith(`/${kind}/${ID}/`)) named.set(resourceOf(kind, name), form);
    }
  };

  return {
    /** Learns the forms of paths from an answer, of one record or of a list. */
    learn: (json: unknown): void => {
      const rows = listWire.safeParse(json).data?.data.slice(0, MAX_ROWS) ?? [json];
      rows.forEach(learnFrom);
    },
    /** The same path of the record that an answer named last: `/matches/7/live` for another id. */
    ofKnownRecord: (path: string): string | undefined => {
      const [, kind = ''] = /^\/(\w+)\/\d+/.exec(path) ?? [];
      const id = ids.get(kind);
      return id === undefined ? undefined : path.replace(/\d+(?:-\d+)?/, id);
    },
    /**
     * The paths to try, one after the other: by the form that last answered, as records name it, and as the
     * client builds it.
     * @param path as the client builds it
     */
    formsOf: (path: string): readonly PathToTry[] => {
      const [built = '', query] = path.split('?');
      const [, kind = '', id, name = ''] = RELATED.exec(built) ?? [];
      if (CONNECTIONS.get(kind)?.includes(name) !== true)
        return [{ path, isBuilt: true, answered: () => undefined }];
      const resource = resourceOf(kind, name);
      const own = (isMeetings(name) ? MEETINGS : [name]).map((each) => `/${kind}/${ID}/${each}`);
      const use = id === undefined ? resource : `${resource}/${ID}`;
      const forms = [working.get(use) ?? [], named.get(resource) ?? [], own].flat();
      const asked = query === undefined ? '' : `?${query}`;
      return [...new Set(forms)].map((form) => ({
        path: `${filled(form, id)}${asked}`,
        isBuilt: own.includes(form),
        answered: () => void working.set(use, form),
      }));
    },
  };
};
