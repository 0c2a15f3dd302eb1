/** A check of a configuration value. */
export interface Check {
  /** The end of the message "… must be". */
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  /** The keys of an object that `accepts` leaves open. */
  readonly shape?: Shape
}

/** The keys that an object may have. */
export type Shape = Readonly<Record<string, Check>>

export const text: Check = { expected: 'a string', accepts: value => typeof value === 'string' && value !== '' }
export const flag: Check = { expected: 'true or false', accepts: value => typeof value === 'boolean' }
export const callable: Check = { expected: 'a function', accepts: value => typeof value === 'function' }
export const count: Check = {
  expected: 'a whole number from 0',
  accepts: value => Number.isSafeInteger(value) && Number(value) >= 0,
}
export const texts: Check = {
  expected: 'a list of strings',
  accepts: value => Array.isArray(value) && value.every(text.accepts),
}
export const objects: Check = {
  expected: 'a list of objects',
  accepts: value => Array.isArray(value) && value.every(isObject),
}
export const anObject: Check = { expected: 'an object', accepts: value => isObject(value) }

/** An object with any keys, and values of one kind. */
export const recordOf = (check: Check, expected: string): Check => ({
  expected,
  accepts: value => isObject(value) && Object.values(value).every(check.accepts),
})

/** An object with certain keys. */
export const shaped = (shape: Shape): Check => ({ expected: 'an object', accepts: () => false, shape })

export const oneOf = (values: readonly string[]): Check => ({
  expected: `one of ${values.map(value => `"${value}"`).join(', ')}`,
  accepts: value => values.some(each => each === value),
})

/** A check that accepts what any of several checks accepts. */
export const either = (...checks: readonly Check[]): Check => {
  const shape = checks.find(check => check.shape)?.shape
  return {
    expected: checks.map(({ expected }) => expected).join(' or '),
    accepts: value => checks.some(check => check.accepts(value)),
    ...(shape && { shape }),
  }
}

/** Whether a value is an object that is not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
