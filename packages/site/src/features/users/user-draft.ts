/** What a request wants to change of a user; what it leaves out is `undefined`. */
export interface UserDraft {
  login: string | undefined
  email: string | undefined
  password: string | undefined
  name: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  nickname: string | undefined
  url: string | undefined
  description: string | undefined
  locale: string | undefined
  slug: string | undefined
  roles: readonly string[] | undefined
  meta: unknown
}

/** A draft that changes nothing. */
export function emptyUserDraft(): UserDraft {
  return {
    login: undefined,
    email: undefined,
    password: undefined,
    name: undefined,
    firstName: undefined,
    lastName: undefined,
    nickname: undefined,
    url: undefined,
    description: undefined,
    locale: undefined,
    slug: undefined,
    roles: undefined,
    meta: undefined,
  }
}
