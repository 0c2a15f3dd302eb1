/**
 * Whether two logins or email addresses name the same account: they differ at most in case. Stores find more, such as `é`
 * for `e`, which somebody else can have at another place.
 */
export const isSameName = (one: string, other: string): boolean =>
  // In one direction alone, the sign of Kelvin would be a K.
  one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase()
