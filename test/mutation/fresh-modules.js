import { inject } from 'vitest';

/** Ours, but for the image of a database, which no change affects and which takes long to make. */
const IS_RESET = /\/(?:src|test(?!\/mutation|\/store\/migrated)|commands|sandbox|data)\//;

// A change takes effect while the modules and the tables of the tests are loaded, too.
const activeMutant = inject('mode') === 'mutant' ? inject('activeMutant') : undefined;
Object.assign(globalThis.__stryker__, { activeMutant, hitCount: undefined });

/** Loads the modules anew for each run of the kept thread: what a change left in their memory ends there. */
const { ctx, evaluatedModules } = globalThis.__vitest_worker__;
if (globalThis.__latestRun__ !== ctx) {
  globalThis.__latestRun__ = ctx;
  for (const [id, module] of evaluatedModules.idToModuleMap) {
    if (!IS_RESET.test(id)) continue;
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false });
    module.importers.clear();
  }
}
