import { z } from 'zod';
import type { SettingChange } from '../../domain/alerts/setting-changes.ts';
import { FOLLOW_KINDS } from '../../domain/alerts/follows.ts';
import { reader } from '../connection/documents.ts';
import { alertSettings } from './settings-document.ts';

const target = z.object({ kind: z.enum(FOLLOW_KINDS), id: z.number() }).nullable();
const pair = <T>(value: z.ZodType<T>) => ({ before: value, after: value });

/** Reads a stored change of settings. @throws UnreadableDocument */
export const readSettingChange = reader<SettingChange>(
  z.discriminatedUnion('what', [
    z.object({ what: z.literal('settings'), ...pair(alertSettings) }),
    z.object({ what: z.literal('language'), ...pair(z.string()) }),
    z.object({ what: z.literal('pause'), ...pair(z.boolean()) }),
    z.object({ what: z.literal('follow'), ...pair(target) }),
    z.object({ what: z.literal('channel'), ...pair(z.string().nullable()) }),
    z.object({ what: z.literal('managers'), ...pair(z.array(z.string())) }),
    z.object({ what: z.literal('import'), before: z.null(), after: z.number() }),
  ]),
);
