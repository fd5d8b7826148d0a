import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { FREE, PRO, startStill } from './service.ts';
import { sceneOf, type Scene } from './specification/scene.ts';

let service: PadelService;
let scene: Scene = {};
beforeAll(async () => {
  service = await startStill();
  scene = await sceneOf(service);
});
afterAll(() => service.stop());

const get = (path: string, headers = PRO) => service.inject({ url: `/api${path}`, headers });

describe('the free plan', () => {
  /** The values that differ between two answers. */
  const differences = (one: unknown, two: unknown): unknown[] => {
    if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) {
      return one === two ? [] : [two];
    }
    const others = new Map(Object.entries(two));
    return Object.entries(one).flatMap(([key, value]) => differences(value, others.get(key)));
  };

  it.each([
    '/players?per_page=50',
    '/matches?sort_by=played_at&order_by=desc&per_page=50',
    '/tournaments/{past}/matches?per_page=50',
    '/pairs/{one}-{two}',
    '/pairs/{one}-{two}/matches',
    '/players/{one}/stats',
    '/tournaments/{past}/videos',
  ])('differs from the pro plan only in masked values: %s', async (template) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_text, name: string) => String(scene[name]));
    const pro: unknown = (await get(path)).json();
    const free: unknown = (await get(path, FREE)).json();
    expect(new Set(differences(pro, free))).toEqual(new Set(['hidden_free_plan']));
  });

  it.each(['/tournaments', '/seasons'])('masks nothing in %s', async (path) => {
    expect((await get(path, FREE)).json()).toEqual((await get(path)).json());
  });
});
