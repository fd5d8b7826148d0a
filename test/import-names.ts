import { registerHooks } from 'node:module';

/** How often each file was imported in this process. */
const imports = new Map<string, number>();

// Vitest imports the files of a run under names that are new each time. Under its own name, with a
// number if it was imported before, Node finds the file in its compile cache.
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context);
    const [, url] = /^(.+)\?vitest=\d+$/.exec(resolved.url) ?? [];
    if (url === undefined) return resolved;
    const before = imports.get(url) ?? 0;
    imports.set(url, before + 1);
    return { ...resolved, url: before === 0 ? url : `${url}?${before}` };
  },
});
