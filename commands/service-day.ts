import type { Services } from '../src/discord/command.ts';
import { dayAfter } from '../src/i18n/days.ts';

/**
 * The UTC day on the service's clock, `YYYY-MM-DD`, plus `days`. A venue may be a day before or
 * after it.
 */
export const serviceDay = ({ api }: Pick<Services, 'api'>, days = 0): string =>
  dayAfter(new Date(api.serviceNow()).toISOString().slice(0, 10), days);
