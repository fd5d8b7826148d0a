import { inject } from 'vitest';

/** Ours, but for the image of a database, which no change affects and which takes long to make. */
const IS_RESET = /\/(?:src|test(?!\/mutation|\/store\/migrated)|commands|sandbox|data)\//;

// A change takes effect when the tests run, or, where it can only be seen then, while they are loaded.
if (inject('mutantActivation') !== 'static') delete globalThis.__stryker__.activeMutant;

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
