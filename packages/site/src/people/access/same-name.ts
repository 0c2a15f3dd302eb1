/**
 * Whether two logins or email addresses name the same account: they differ at most in case. Stores also match variants
 * such as `é` for `e`, which may be somebody else's email address elsewhere.
 */
export const isSameName = (one: string, other: string): boolean =>
  // Comparing in only one direction would treat the Kelvin sign as a K.
  one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase()
