import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Instruction {
  /** `FROM`, `COPY`, … */
  readonly name: string;
  readonly rest: string;
}

/** The instructions of a Dockerfile, without comments, with continued lines joined. */
export const instructionsOf = (file: string): readonly Instruction[] =>
  readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/);
      return { name, rest: words.join(' ') };
    });

/** The stages of a build, each beginning with its `FROM`. */
export const stagesOf = (
  instructions: readonly Instruction[],
): readonly (readonly Instruction[])[] => {
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
};

/** The words of an instruction that must be in exec form: `CMD ["node"]`. */
export const execForm = (text: string): readonly string[] =>
  z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf('['))));

/**
 * Whether the build may copy a path, by the patterns of a `.dockerignore`: the last one that names
 * the path, or a folder above it, decides. The only supported wildcard pattern is `*`.
 */
export const mayCopy = (ignoreFile: string, path: string): boolean => {
  const patterns = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const names = (pattern: string): boolean =>
    pattern === '*' || path === pattern || path.startsWith(`${pattern}/`);
  const last = patterns.findLast((pattern) => names(pattern.replace(/^!/, '')));
  return last === undefined || last.startsWith('!');
};
