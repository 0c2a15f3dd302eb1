import { type PageResponse, RestError } from '@platen/core'
import type { Fields } from './form.js'
import { type Html, html } from './html.js'
import { errorNotice, layout } from './layout.js'
import type { ConsoleMessages } from './messages.js'
import type { ConsoleSite } from './page.js'
import { pageResponse, redirect } from './response.js'

/** What signing in takes. */
export interface SignInScope {
  readonly site: ConsoleSite
  readonly messages: ConsoleMessages
  /** The name of the page to continue with; one of the console, whatever the URL says. */
  readonly next: string
}

/** The page to sign in. */
export const showSignIn = (scope: SignInScope): PageResponse => signInPage(scope, 200, '')

/** Begins a session, or shows the page again. `isOwnForm`: whether the form comes from this site. */
export async function submitSignIn(scope: SignInScope, form: Fields, isOwnForm: boolean): Promise<PageResponse> {
  const { site, messages, next } = scope
  const { login = '', password = '', remember } = form
  if (!isOwnForm) return signInPage(scope, 403, '', messages.crossSiteForm)
  try {
    const session = await site.sessions.signIn({ login, password, remember: remember === 'yes' })
    if (session === undefined) return signInPage(scope, 403, login, messages.wrongCredentials)
    return redirect(next === '' ? './' : next, { 'Set-Cookie': site.sessions.setCookies(session) })
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return signInPage(scope, error.status ?? 400, login, error.message)
  }
}

function signInPage({ site, messages }: SignInScope, status: number, login: string, error?: string): PageResponse {
  const siteUrl = site.context.url
  const page = layout({
    messages,
    siteUrl,
    root: './',
    title: messages.signIn,
    notice: error === undefined ? undefined : errorNotice(error),
    content: signInForm(messages, login),
  })
  return pageResponse(status, page)
}

const signInForm = (messages: ConsoleMessages, login: string): Html => html`<form method="post" class="fields">
<p><label for="login">${messages.login}</label>
<input id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p><label for="password">${messages.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><label class="check"><input type="checkbox" name="remember" value="yes"> ${messages.remember}</label></p>
<p><button>${messages.signIn}</button></p>
</form>`
