import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** An endpoint of the data service: the client's method, and its name in the specification. */
interface ReachedEndpoint {
  readonly method: string;
  /** `GET /matches/{match}` */
  readonly name: string;
}

/** A method of the client and the comment above it, which begins with the endpoint. */
const DECLARED = /`((?:GET|POST|PATCH|DELETE) \/[^`]*)`[\s\S]*?\*\/\s*(\w+): (?:async )?\(/g;

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

/** Folders that may call the service; the client itself is not one of them. */
const MAY_CALL =
  /^(commands|src\/live|src\/padel-api)\/(?!endpoints\/|client\.ts|request\/|index\.ts)/;

interface Source {
  /** The text of each top-level declaration. */
  readonly declared: ReadonlyMap<string, string>;
  /** Where an imported name comes from, and what it is called there. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

const sourceOf = (path: string): Source => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const declared = new Map<string, string>();
  const imported = new Map<string, { readonly path: string; readonly name: string }>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = join(dirname(path), statement.moduleSpecifier.text);
      const names = statement.importClause?.namedBindings;
      if (!MAY_CALL.test(from) || !existsSync(from) || !names || !ts.isNamedImports(names))
        continue;
      for (const { name, propertyName } of names.elements) {
        imported.set(name.text, { path: from, name: (propertyName ?? name).text });
      }
    } else if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        declared.set(name.getText(file), statement.getText(file));
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      declared.set(statement.name?.text ?? '', statement.getText(file));
    }
  }
  return { declared, imported };
};

/**
 * Methods of the client that a file calls (`api.player(…)`), with what it uses of its imports.
 * @param name of one declaration; the whole file without it
 */
export const methodsReachedFrom = (
  path: string,
  name?: string,
  seen: Set<string> = new Set<string>(),
): ReadonlySet<string> => {
  const { declared, imported } = sourceOf(path);
  const methods = new Set<string>();
  const visit = (each: string): void => {
    const text = declared.get(each);
    const from = imported.get(each);
    if (seen.has(`${path} ${each}`)) return;
    seen.add(`${path} ${each}`);
    if (from !== undefined) {
      for (const method of methodsReachedFrom(from.path, from.name, seen)) methods.add(method);
    }
    if (text === undefined) return;
    for (const [, method = ''] of text.matchAll(/\bapi\s*\.\s*(\w+)\(/g)) methods.add(method);
    for (const [word] of text.matchAll(/\w+/g)) visit(word);
  };
  for (const each of name === undefined ? declared.keys() : [name]) visit(each);
  return methods;
};
