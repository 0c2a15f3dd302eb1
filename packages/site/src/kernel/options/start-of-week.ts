import type { OptionSnapshot } from './options.js'

/** The first day of the week: 0 for Sunday to 6 for Saturday. */
export const startOfWeek = (options: Pick<OptionSnapshot, 'number'>): number =>
  Math.abs(Math.trunc(options.number('start_of_week', 1))) % 7
