/** One thing that is wrong with a request: where, Discord's code for it, and its words. */
export interface FormIssue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

interface ErrorNode {
  [key: string]: ErrorNode | { code: string; message: string }[];
}

/** Issues as the nested `errors` object of error 50035: keys of the path, then `_errors`. */
export const formErrors = (issues: readonly FormIssue[]): ErrorNode => {
  const root: ErrorNode = {};
  for (const { path, code, message } of issues) {
    const node = path.reduce<ErrorNode>((parent, key) => childOf(parent, String(key)), root);
    const known = node['_errors'];
    node['_errors'] = [...(Array.isArray(known) ? known : []), { code, message }];
  }
  return root;
};

const childOf = (parent: ErrorNode, key: string): ErrorNode => {
  const known = parent[key];
  if (known !== undefined && !Array.isArray(known)) return known;
  const fresh: ErrorNode = {};
  parent[key] = fresh;
  return fresh;
};
