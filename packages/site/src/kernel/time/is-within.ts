/**
 * Whether less than a duration has passed since a time. False for times that are still to come: if the clock is set back,
 * nothing lasts longer than it should.
 */
export const isWithin = (now: number, since: number, duration: number): boolean =>
  now >= since && now - since < duration
