import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files of each project: if they began last, idle workers would wait for them. */
const SLOW = [
  'faults/processes',
  'e2e/commands',
  'faults/kill',
  'faults/discord',
  'faults/storage',
  'e2e/alerts-evening',
  'faults/crowd',
  'e2e/restart-requests',
  'faults/clock',
  'faults/webhook',
  'e2e/alerts-delay',
  'faults/padel',
  'operations/image',
].map((name) => `/test/${name}.test.ts`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = SLOW.findIndex((name) => moduleId.endsWith(name));
  return rank === -1 ? SLOW.length : rank;
};

/** Starts with slow files; in a fresh clone Vitest knows no times and starts with large ones. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((project) =>
      project.toSorted((one, two) => rankOf(one) - rankOf(two)),
    );
  }
}
