// Objects of a constructor are faster to fill and to read than those of `Object.create(null)`.
const Dictionary = function Dictionary() {} as unknown as { new (): Record<string, unknown>; prototype: object }
Dictionary.prototype = Object.create(null)

/** Creates an empty object without a prototype, so that any name is safe. */
export const newDictionary = (): Record<string, unknown> => new Dictionary()
