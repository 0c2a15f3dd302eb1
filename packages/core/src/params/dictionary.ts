/** A map of names to values that inherits nothing, whatever the names are. */
export type Dictionary = Record<string, unknown>

// An object made by a constructor is quicker to fill and to read than one of `Object.create(null)`.
const Empty = function Empty() {} as unknown as { new (): Dictionary; prototype: object }
Empty.prototype = Object.create(null)

/** A new, empty dictionary. */
export const newDictionary = (): Dictionary => new Empty()
