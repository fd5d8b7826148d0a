import type { FastifyInstance } from 'fastify';
import { bundlePage } from './page-bundle.ts';

const PARTS = [
  ['/', 'html', 'text/html; charset=utf-8'],
  ['/page.js', 'script', 'text/javascript; charset=utf-8'],
  ['/page.css', 'styles', 'text/css; charset=utf-8'],
] as const;

/** The page: bundled when it is first asked for, so that a start costs nothing. */
export const pageRoutes = (app: FastifyInstance): void => {
  for (const [path, part, type] of PARTS) {
    app.get(path, async (_request, reply) => {
      const page = await bundlePage();
      return reply.headers({ 'content-type': type, 'cache-control': 'no-store' }).send(page[part]);
    });
  }
};
