import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

/** The three files of the local Discord's page, as texts. */
export interface PageBundle {
  readonly html: string;
  readonly script: string;
  readonly styles: string;
}

let bundled: Promise<PageBundle> | undefined;

/**
 * Bundles the page in memory; nothing is written to disk. The bundle is made once per process,
 * and a failed attempt is not remembered. Rejects with esbuild's own message when the page's
 * source does not build.
 */
export function bundlePage(): Promise<PageBundle> {
  bundled ??= bundle().catch((error: unknown) => {
    bundled = undefined;
    throw error;
  });
  return bundled;
}

async function bundle(): Promise<PageBundle> {
  const folder = fileURLToPath(new URL('page/', import.meta.url));
  const [html, built] = await Promise.all([
    readFile(`${folder}index.html`, 'utf8'),
    build({
      entryPoints: { page: `${folder}main.ts`, styles: `${folder}styles/page.css` },
      outdir: folder,
      write: false,
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2024',
      legalComments: 'none',
      logLevel: 'silent',
    }),
  ]);
  const textOf = (ending: string) =>
    built.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { html, script: textOf('page.js'), styles: textOf('styles.css') };
}
