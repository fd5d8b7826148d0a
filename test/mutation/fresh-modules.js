import { inject } from 'vitest';

/** Our modules, except the prepared database, which no mutation affects and is slow to make. */
const IS_RESET = /\/(?:src|test(?!\/mutation|\/store\/migrated)|commands|sandbox|data)\//;

// The mutation must already be active while modules and tables of tests are loaded.
const activeMutant = inject('mode') === 'mutant' ? inject('activeMutant') : undefined;
Object.assign(globalThis.__stryker__, { activeMutant, hitCount: undefined });

/** Reloads the modules for each run of the kept thread, so that no state of a mutation is left. */
const { ctx, evaluatedModules } = globalThis.__vitest_worker__;
if (globalThis.__latestRun__ !== ctx) {
  globalThis.__latestRun__ = ctx;
  for (const [id, module] of evaluatedModules.idToModuleMap) {
    if (!IS_RESET.test(id)) continue;
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false });
    module.importers.clear();
  }
}
