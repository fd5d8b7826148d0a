/** One error in a request: its path, Discord's code and message. */
export interface FormIssue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

/** The issue, when something is wrong; nothing otherwise. */
export const issueIf = (
  isWrong: boolean,
  path: readonly PropertyKey[],
  code: string,
  message: string,
): FormIssue[] => (isWrong ? [{ path, code, message }] : []);

/** What is missing, in Discord's words. */
export const requiredIf = (isMissing: boolean, path: readonly PropertyKey[]): FormIssue[] =>
  issueIf(isMissing, path, 'BASE_TYPE_REQUIRED', 'This field is required');

/** A length out of bounds, in Discord's words. */
export const lengthIssueIf = (
  isWrong: boolean,
  path: readonly PropertyKey[],
  least: number,
  most: number,
): FormIssue[] =>
  issueIf(isWrong, path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${least} and ${most} in length.`);

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
