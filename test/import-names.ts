import { registerHooks } from 'node:module';

/** How often each file was imported here. */
const imports = new Map<string, number>();

// Vitest imports the files of a run under names that are new each time. Under its own name, or that and
// a number, Node finds what it has compiled of it before.
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
