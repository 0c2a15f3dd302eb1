/** The input of creating or changing a user. Absent values do not change, or get their default. */
export interface UserInput {
  /** The login. It cannot be changed: any other value than the stored one is refused. */
  login?: string | undefined
  email?: string | undefined
  password?: string | undefined
  /** The name that is shown; empty for the login. */
  name?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  /** Empty for the login. */
  nickname?: string | undefined
  url?: string | undefined
  /** HTML, filtered as for everybody who may not use all of it. */
  description?: string | undefined
  /** A locale of the site; empty for the site's own. */
  locale?: string | undefined
  /** Empty to derive it from the login. */
  slug?: string | undefined
  /** Names of roles of the site. */
  roles?: readonly string[] | undefined
  /** Values by the names that clients see; `null` removes one. */
  meta?: unknown
  /** Values of fields that were registered for users. */
  fields?: Readonly<Record<string, unknown>> | undefined
}

/** A user to create. Without roles they get the site's default role, without a password they cannot sign in with one. */
export interface NewUser extends UserInput {
  login: string
  email: string
}

/** Changes of a stored user. */
export interface UserChanges extends UserInput {
  readonly id: number
  /** The version that the changes are based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** A stored user to delete. */
export interface UserDeletion extends Pick<UserChanges, 'id' | 'version'> {
  /** The id of the user who gets the posts, or 0 to leave them without an author; without it, they are removed as well. */
  readonly reassignTo?: number | undefined
}

/** The input of an operation with its password hashed by `hashPassword`: hashing takes too long for a transaction. */
export type HashedUser<I extends UserInput> = Omit<I, 'password'> & { readonly passwordHash?: string }
