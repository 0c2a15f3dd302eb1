/**
 * A secret, or a function that returns it. The function of a token is called for every request, and once more, with
 * `isRefused`, if the site refuses the token; that of a nonce is called if there is none, or the site refuses it. Requests that
 * are refused at the same time share one call.
 */
export type Secret = string | ((isRefused: boolean) => string | Promise<string>)

/** How the client authenticates: by an application password, a bearer token, or the cookie of a session and its nonce. */
export type Auth =
  | { readonly login: string; readonly password: string }
  | { readonly token: Secret }
  | { readonly nonce: Secret }

/** The credentials of a client. */
export interface Credentials {
  /** The headers of a request; new ones, if the site has refused earlier ones. */
  headers(refused?: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>>
  /** Whether new credentials may help. */
  isRefusal(status: number, code: string): boolean
  /** Reads the fresh nonce of a response. */
  observe(headers: Headers): void
  /** Whether browsers send cookies to other origins. */
  readonly usesCookies: boolean
}

/** Creates the credentials of a client. */
export function createCredentials(auth: Auth | undefined, nonceHeader: string): Credentials {
  const none = { isRefusal: () => false, observe() {}, usesCookies: false }
  if (auth === undefined) return { ...none, headers: async () => ({}) }
  if ('login' in auth) {
    const headers = { authorization: `Basic ${base64(`${auth.login}:${auth.password}`)}` }
    return { ...none, headers: async () => headers }
  }
  let renewal: Promise<string> | undefined
  /** Services may accept a refresh token only once, so requests share its use. */
  const renew = (secret: Secret, isRefused: boolean) => {
    renewal ??= read(secret, isRefused).finally(() => {
      renewal = undefined
    })
    return renewal
  }
  if ('token' in auth)
    return {
      ...none,
      async headers(refused) {
        const token = await (refused === undefined ? (renewal ?? read(auth.token, false)) : renew(auth.token, true))
        return { authorization: `Bearer ${token}` }
      },
      isRefusal: status => status === 401 && typeof auth.token === 'function',
    }
  let nonce: string | undefined
  return {
    usesCookies: true,
    async headers(refused) {
      // Another request may have got a fresh one in the meantime.
      const isRefused = nonce !== undefined && refused?.[nonceHeader] === nonce
      if (nonce !== undefined && !isRefused) return { [nonceHeader]: nonce }
      nonce = await renew(auth.nonce, isRefused)
      return { [nonceHeader]: nonce }
    },
    isRefusal: (status, code) => status === 403 && code === 'rest_cookie_invalid_nonce',
    observe(headers) {
      nonce = headers.get(nonceHeader) ?? nonce
    },
  }
}

const read = async (secret: Secret, isRefused: boolean): Promise<string> =>
  typeof secret === 'string' ? secret : secret(isRefused)

/** Base64 of UTF-8. */
const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))
