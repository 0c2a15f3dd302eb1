/** An object as its keywords see it: a dictionary, or a list whose members are named by position. */
export type Members = Readonly<Record<string, unknown>>

/** Whether an object has a member. The `length` of a list is not a member. */
export const isMember = (object: Members, name: string): boolean =>
  Object.prototype.propertyIsEnumerable.call(object, name)
