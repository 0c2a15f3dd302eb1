import { type PageRequest, type PageResponse, RestError } from '@platen/core'
import { redirectTarget, type Session } from '@platen/site/console'
import { dialectPath } from './dialect-path.js'
import { causeText } from './error-text.js'
import { type Fields, readFields } from './form.js'
import { type DocumentFrame, handlePage } from './handle-page.js'
import { html } from './html.js'
import type { Languages } from './languages.js'
import { layout } from './layout.js'
import type { ConsoleMessages } from './messages.js'
import { nextPage, signInFirst } from './next-page.js'
import type { ConsoleSite, Page, PublicPage, PublicScope } from './page.js'
import { activity } from './pages/activity.js'
import { api } from './pages/api.js'
import { authorizeApplication } from './pages/authorize-application.js'
import { confirmEmail } from './pages/confirm-email.js'
import { deleteUser } from './pages/delete-user.js'
import { lostPassword } from './pages/lost-password.js'
import { newUser } from './pages/new-user.js'
import { overview } from './pages/overview.js'
import { plugins } from './pages/plugins.js'
import { profile } from './pages/profile.js'
import { setPassword } from './pages/set-password.js'
import { settings } from './pages/settings.js'
import { signIn, wrongCredentials } from './pages/sign-in.js'
import { signOut } from './pages/sign-out.js'
import { siteHealth } from './pages/site-health.js'
import { themes } from './pages/themes.js'
import { user } from './pages/user.js'
import { users } from './pages/users.js'
import { pageResponse, redirect, stylesheetResponse } from './response.js'
import { consoleRoute } from './routes.js'
import { isSameOrigin } from './same-origin.js'
import { type FormAnswer, REDIRECT_TO } from './sign-in-redirect.js'
import type { SiteFacts } from './site-facts.js'
import { stylesheet } from './stylesheet.js'
import type { ConsoleTarget } from './target.js'
import { viewerOf } from './viewer.js'

/** A sign-in that was refused. */
export interface RefusedSignIn {
  readonly login: string
  readonly redirectTo?: string | undefined
  /** 403 by default. */
  readonly error?: RestError | undefined
}

const byName = <P extends { readonly name: string }>(pages: readonly P[]): ReadonlyMap<string, P> =>
  new Map(pages.map(page => [page.name, page]))

const PAGES = byName<Page>([
  overview,
  users,
  user,
  newUser,
  deleteUser,
  settings,
  themes,
  plugins,
  siteHealth,
  activity,
  api,
  profile,
  authorizeApplication,
  confirmEmail,
  signOut,
])
const PUBLIC_PAGES = byName<PublicPage>([signIn, lostPassword, setPassword])
const STYLESHEET = 'style.css'

/** Says why something cannot be shown. */
type Refusal = (messages: ConsoleMessages) => { readonly title: string; readonly text: string }

const noPage: Refusal = ({ notFound, notFoundPage }) => ({ title: notFound, text: notFoundPage })
const wrongMethod: Refusal = ({ wrongMethod: title, wrongMethodPage: text }) => ({ title, text })

/** The dependencies of a console's responses. */
interface Answering {
  readonly site: ConsoleSite
  readonly messagesFor: Languages
  readonly versions: Readonly<Record<string, string>>
  /** The path of the console. */
  readonly base: string
}

/** Creates the request handler of a console; loaded with the first request. */
export function createPageHandler({ site, messagesFor, versions, base }: Answering) {
  const { url: siteUrl, dialect } = site.context
  const refuse = async (status: number, root: string, why: Refusal, headers = {}) => {
    const messages = await messagesFor(undefined)
    const { title, text } = why(messages)
    const content = html`<p>${text}</p>\n<p><a href="${root}">${messages.console}</a></p>`
    return pageResponse(status, layout({ messages, siteName: await siteName(), root, title, content }), headers)
  }
  return { refuseSignIn, respond }

  async function refuseSignIn({ login, redirectTo = '', error }: RefusedSignIn): Promise<PageResponse> {
    const prefix = dialectPath(siteUrl, dialect.signInPaths?.form ?? '/', base).toConsole
    const query = { [REDIRECT_TO]: redirectTo }
    const target = { name: signIn.name, query, search: '', root: prefix, prefix }
    const scope = scopeOf(target, undefined, await messagesFor(undefined), {})
    const refused: PublicPage = {
      ...signIn,
      async submit({ messages }) {
        if (error !== undefined) throw error
        return wrongCredentials(messages)
      },
    }
    return handlePage(refused, scope, await frameOf(scope, target, signIn), { login }, () => undefined)
  }

  async function respond(
    request: PageRequest,
    target: ConsoleTarget,
    translate?: Parameters<FormAnswer>[2],
  ): Promise<PageResponse> {
    const { name, root } = target
    if (name === undefined) return redirect(root)
    const page = PAGES.get(name) ?? PUBLIC_PAGES.get(name)
    const isForm = request.method === 'POST'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (page === undefined && name !== STYLESHEET) return refuse(404, root, noPage)
    const takesForms = page?.submit !== undefined
    if (!isRead && !(isForm && takesForms)) {
      const Allow = takesForms ? 'GET, HEAD, POST' : 'GET, HEAD'
      return refuse(405, root, wrongMethod, { Allow })
    }
    if (page === undefined) return stylesheetResponse(stylesheet)
    try {
      const sent = isForm ? await readFields(request.body, request.headers?.['content-type']) : undefined
      const { query, form } = (sent && translate?.(sent)) ?? { query: target.query, form: sent }
      const session = await site.sessions.read(request.headers?.['cookie'])
      return await answer({ ...target, query }, session, form, request)
    } catch (error) {
      // Errors of the form's body; errors of the interface have already been shown.
      if (!(error instanceof RestError) || (error.status ?? 500) >= 500) throw error
      const why: Refusal = messages => ({ title: messages.invalidForm, text: causeText(error, messages) })
      return refuse(error.status ?? 400, root, why)
    }
  }

  async function answer(
    target: ConsoleTarget,
    session: Session | undefined,
    form: Fields | undefined,
    { headers = {}, remoteAddress, secure }: PageRequest,
  ): Promise<PageResponse> {
    const { name = '', search } = target
    const isOwnForm = isSameOrigin(headers, siteUrl)
    const messages = await messagesFor(session?.user)
    const client = { remoteAddress, secure }
    const scope = scopeOf(target, session, messages, client)
    const open = PUBLIC_PAGES.get(name)
    if (open !== undefined) {
      const document = await frameOf(scope, target, open)
      return handlePage(open, scope, document, form, () => (isOwnForm ? undefined : messages.crossSiteForm))
    }
    const page = PAGES.get(name)
    if (session === undefined || page === undefined) return redirect(signInFirst(name, search))
    const action = `console ${name}`
    const nonce = site.sessions.nonce(session, action)
    const viewer = viewerOf(session, messages, PAGES.values(), name)
    const document = { ...(await frameOf(scope, target, page)), viewer }
    return handlePage(page, { ...scope, session, versions, nonce }, document, form, sent =>
      isOwnForm && site.sessions.checkNonce(session, action, sent) ? undefined : messages.expiredForm,
    )
  }

  function scopeOf(
    { query, prefix }: ConsoleTarget,
    session: Session | undefined,
    messages: ConsoleMessages,
    { remoteAddress, secure }: Pick<PageRequest, 'remoteAddress' | 'secure'>,
  ): PublicScope {
    const next =
      redirectTarget(siteUrl, query[REDIRECT_TO] ?? '') ?? nextPage(query['redirect'] ?? '', each => PAGES.has(each))
    const by = { as: session?.principal, remoteAddress, secure }
    return { site, session, messages, by, query, prefix, next, sent: undefined }
  }

  async function frameOf(
    { messages }: PublicScope,
    { root }: ConsoleTarget,
    { title }: Page | PublicPage,
  ): Promise<DocumentFrame> {
    return { messages, siteName: await siteName(), root, title: messages[title] }
  }

  /** Errors have pages as well, so this one must not fail. */
  async function siteName(): Promise<string> {
    const facts = await site.call<SiteFacts>('GET', consoleRoute('site'))
    return (facts.ok ? facts.body.title.trim() : '') || siteUrl
  }
}
