import { type Site, type SiteContext, type Store, where } from '@platen/site'
import { randomPassword } from '../choose-password.js'
import { CliError } from '../cli-error.js'
import { administratorEmail, makeSite } from '../make-site.js'
import type { DialectName } from '../open-site.js'
import { operatorOf } from '../operator.js'

const LOGIN = 'admin'

/** How somebody signs in to a site that nobody has signed in to yet. */
export interface FirstSignIn {
  readonly login: string
  readonly password: string
  /** `undefined` where application passwords are not available, as on addresses that do not begin with `https:`. */
  readonly applicationPassword: string | undefined
}

/** Makes a site with an administrator whose password is random. */
export async function makeFirstSite(store: Store, url: string, dialect: DialectName): Promise<{ password: string }> {
  const password = randomPassword()
  await makeSite(store, { url, dialect, login: LOGIN, email: administratorEmail(url), password })
  return { password }
}

/** Makes an application password for that administrator. */
export async function firstSignIn(site: Site, { password }: { readonly password: string }): Promise<FirstSignIn> {
  const user = await site.context.store.users.first({ where: where.users.eq('login', LOGIN) })
  const path = `/users/${user?.id}/application-passwords`
  try {
    const { body } = await operatorOf(site)('POST', path, { name: 'The first one' })
    return { login: LOGIN, password, applicationPassword: String((body as { password: unknown }).password) }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { login: LOGIN, password, applicationPassword: undefined }
  }
}

/** Tells how to sign in to a site. */
export function signInText(
  { login, password, applicationPassword }: FirstSignIn,
  { apiUrl, namespace }: Pick<SiteContext, 'apiUrl' | 'namespace'>,
): string {
  const lines = ['This is a new site. Keep this, it is not shown again:', '', `  login                 ${login}`]
  lines.push(`  password              ${password}`)
  if (applicationPassword === undefined) {
    return [...lines, '', 'Programs can sign in once the address of the site (--url) begins with https:.', ''].join(
      '\n',
    )
  }
  lines.push(
    `  application password  ${applicationPassword}`,
    '',
    'Programs sign in with the application password:',
    '',
  )
  return [...lines, `  curl --user '${login}:${applicationPassword}' ${apiUrl}/${namespace}/users/me`, ''].join('\n')
}
