import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as z from 'zod';
import type { RestAnswer } from '#sandbox/discord/rest/api.ts';
import { publishedSchema } from '#sandbox/discord/validation/published.ts';

/** Discord's response schemas by `METHOD /path/{}` and status, from the types of its document. */
const readPublished = (): ReadonlyMap<string, z.core.$ZodType> => {
  const file = fileURLToPath(import.meta.resolve('discord-api-spec')).replace(/\.js$/, '.ts');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const paths = source.statements.find(
    (one) => ts.isInterfaceDeclaration(one) && one.name.text === 'Paths',
  );
  const answers = new Map<string, z.core.$ZodType>();
  for (const [path, methods] of membersOf(paths)) {
    for (const [method, operation] of membersOf(methods)) {
      const responses = membersOf(operation).find(([name]) => name === 'responses')?.[1];
      for (const [status, type] of membersOf(responses)) {
        answers.set(`${method.toUpperCase()} ${patternOf(path)} ${status}`, schemaOf(type));
      }
    }
  }
  return answers;
};

const membersOf = (node: ts.Node | undefined): (readonly [string, ts.TypeNode])[] => {
  if (node === undefined) return [];
  if (!ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node)) return [];
  return node.members.flatMap((member) =>
    ts.isPropertySignature(member) && member.type && 'text' in member.name
      ? [[member.name.text, member.type] as const]
      : [],
  );
};

/** The schema of a type; a type without a name of its own is not checked. */
const schemaOf = (type: ts.TypeNode): z.core.$ZodType => {
  if (ts.isParenthesizedTypeNode(type)) return schemaOf(type.type);
  if (ts.isArrayTypeNode(type)) return z.array(schemaOf(type.elementType));
  if (ts.isUnionTypeNode(type)) return z.union(type.types.map(schemaOf));
  if (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword) {
    return z.null();
  }
  const name = ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text;
  return publishedSchema(`${String(name)}Schema`) ?? z.unknown();
};

/** A path with `{}` in place of each parameter. */
const patternOf = (path: string): string =>
  path.replace(/^\/api(\/v\d+)?/, '').replace(/\{\w+\}|:\w+/g, '{}');

/** Returns a time with a Z: Discord sends an offset, which its own schema does not allow. */
const asSchemaReads = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+00:00$/, '$1Z') : value;

/** Checks responses against Discord's published schemas. */
export const createAnswerCheck = () => {
  const published = readPublished();
  const issues = new Set<string>();
  const checked = new Set<string>();
  return {
    /** What was wrong with the responses so far, each issue once. */
    issues: (): readonly string[] => [...issues],
    /** The routes and statuses that had a schema. */
    checked: (): readonly string[] => [...checked],
    onAnswer: ({ method, route, status, body }: RestAnswer): void => {
      const path = `${method} ${patternOf(route)}`;
      const schema =
        published.get(`${path} ${status}`) ??
        (status >= 400 && status < 500 ? published.get(`${path} 4XX`) : undefined);
      if (schema === undefined || body === '') return;
      checked.add(`${path} ${status}`);
      const result = z.safeParse(schema, JSON.parse(body, asSchemaReads));
      if (!result.success) issues.add(`${path} ${status}: ${wordsOf(result.error.issues)}`);
    },
  };
};

/**
 * Describes issues. Of a union, only the member with the fewest issues is described; an issue of
 * the type itself makes a member distant.
 */
const wordsOf = (issues: readonly z.core.$ZodIssue[], at = ''): string =>
  issues
    .map((issue) => {
      const path = [at, ...issue.path.map(String)].filter((part) => part !== '').join('.');
      if (issue.code !== 'invalid_union') return `${path} ${issue.message}`;
      const nearest =
        issue.errors.toSorted((one, other) => distance(one) - distance(other))[0] ?? [];
      return wordsOf(nearest, path);
    })
    .join('; ');

const distance = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, { path }) => sum + (['', 'type'].includes(path.join()) ? 100 : 1), 0);
