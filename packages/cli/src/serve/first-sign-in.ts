import { isInstalled, type Site, type SiteContext, usersIn, whereUsers } from '@platen/site'
import { type Store, StoreError } from '@platen/storage'
import { randomPassword } from '../choose-password.js'
import { CliError } from '../cli-error.js'
import { administratorEmail, installNewSite, type NewSite } from '../install-new-site.js'
import { operatorOf } from '../operator.js'

const LOGIN = 'admin'

/** The credentials of the administrator of a new site. */
export interface FirstSignIn {
  readonly login: string
  readonly password: string
  /** `undefined` if application passwords are not available, as for most URLs that do not begin with `https:`. */
  readonly applicationPassword: string | undefined
}

/** Installs a site whose administrator has a random password; `undefined` if another process installs one meanwhile. */
export async function installFirstSite(
  store: Store,
  about: Pick<NewSite, 'url' | 'dialect' | 'services'>,
): Promise<{ password: string } | undefined> {
  const password = randomPassword()
  try {
    await installNewSite(store, { ...about, login: LOGIN, email: administratorEmail(about.url), password })
    return { password }
  } catch (error) {
    if (error instanceof StoreError || !(await isInstalled(store))) throw error
    return undefined
  }
}

/** Creates an application password for this administrator. */
export async function firstSignIn(site: Site, { password }: { readonly password: string }): Promise<FirstSignIn> {
  const user = await usersIn(site.context.store).first({ where: whereUsers.eq('login', LOGIN) })
  const path = `/users/${user?.id}/application-passwords`
  try {
    const created = await operatorOf(site)<{ password: string }>('POST', path, { name: 'The first one' })
    return { login: LOGIN, password, applicationPassword: created.password }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { login: LOGIN, password, applicationPassword: undefined }
  }
}

/** Describes how to sign in to a new site. */
export function signInText(
  { login, password, applicationPassword }: FirstSignIn,
  { apiUrl, namespace }: Pick<SiteContext, 'apiUrl' | 'namespace'>,
): string {
  const account = [
    'This is a new site. Note these credentials, they are not shown again:',
    '',
    `  login                 ${login}`,
    `  password              ${password}`,
  ]
  if (applicationPassword === undefined) {
    const hint = 'Programs can sign in once the URL of the site (--url) begins with https:.'
    return [...account, '', hint, ''].join('\n')
  }
  return [
    ...account,
    `  application password  ${applicationPassword}`,
    '',
    'Programs sign in with the application password:',
    '',
    `  curl --user '${login}:${applicationPassword}' ${apiUrl}/${namespace}/users/me`,
    '',
  ].join('\n')
}
