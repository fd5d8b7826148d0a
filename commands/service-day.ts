import type { Services } from '../src/discord/command.ts';
import { dayAfter } from '../src/i18n/days.ts';

/**
 * The day in UTC by the service's clock, `YYYY-MM-DD`: today, or so many days after it. Venues may
 * be a day before or after it.
 */
export const serviceDay = ({ api }: Pick<Services, 'api'>, days = 0): string =>
  dayAfter(new Date(api.serviceNow()).toISOString().slice(0, 10), days);
