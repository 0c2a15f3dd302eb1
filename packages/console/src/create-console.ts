import { type PageHandler, type PageRequest, type PageResponse, RestError, trimEndCharacters } from '@platen/core'
import type { Session } from '@platen/site'
import { type Fields, readForm } from './form.js'
import { type Html, html } from './html.js'
import { doneNotice, errorNotice, layout } from './layout.js'
import { type ConsoleMessages, englishMessages, fill } from './messages.js'
import type { ConsoleSite, Page, PageScope } from './page.js'
import { overview } from './pages/overview.js'
import { plugins } from './pages/plugins.js'
import { signOut } from './pages/sign-out.js'
import { siteHealth } from './pages/site-health.js'
import { themes } from './pages/themes.js'
import { isRefusal } from './refusal.js'
import { pageResponse, redirect, stylesheetResponse } from './response.js'
import { isSameOrigin } from './same-origin.js'
import { type SignInScope, showSignIn, submitSignIn } from './sign-in.js'
import { stylesheet } from './stylesheet.js'
import { type ConsoleTarget, consoleTarget } from './target.js'
import { viewerOf } from './viewer.js'

/** The options of `createConsole`. */
export interface ConsoleOptions {
  /** The path of the console: `/console` by default. */
  readonly path?: string
  /** Texts that replace the English ones. */
  readonly messages?: Partial<ConsoleMessages>
  /** Versions that the first page shows, by name. */
  readonly versions?: Readonly<Record<string, string>>
}

const SIGN_IN = 'sign-in'
const PAGES: ReadonlyMap<string, Page> = new Map(
  [overview, themes, plugins, siteHealth, signOut].map(page => [page.name, page]),
)

/**
 * Creates the pages of a site for people who administer it. The pages call the interface in process as the user of the
 * session, so that it decides what each user sees and changes.
 */
export function createConsole(site: ConsoleSite, options: ConsoleOptions = {}): PageHandler {
  const messages: ConsoleMessages = { ...englishMessages, ...options.messages }
  const { versions = {} } = options
  const base = trimEndCharacters(options.path ?? '/console', '/')
  const siteUrl = site.context.url
  const refuse = (status: number, root: string, title: string, text: string, headers = {}) => {
    const content = html`<p>${text}</p>\n<p><a href="${root}">${messages.console}</a></p>`
    return pageResponse(status, layout({ messages, siteUrl, root, title, content }), headers)
  }

  return async request => {
    const target = consoleTarget(base, request.url)
    if (target === undefined) return undefined
    const response = await respond(request, target)
    return request.method === 'HEAD' ? { ...response, body: '' } : response
  }

  async function respond(request: PageRequest, target: ConsoleTarget): Promise<PageResponse> {
    const { name, root } = target
    if (name === undefined) return redirect(root)
    const page = PAGES.get(name)
    const isForm = request.method === 'POST'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (name !== SIGN_IN && name !== 'style.css' && page === undefined)
      return refuse(404, root, messages.notFound, messages.notFoundPage)
    const takesForms = name === SIGN_IN || page?.submit !== undefined
    if (!isRead && !(isForm && takesForms)) {
      const Allow = takesForms ? 'GET, HEAD, POST' : 'GET, HEAD'
      return refuse(405, root, messages.wrongMethod, messages.notFoundPage, { Allow })
    }
    if (name === 'style.css') return stylesheetResponse(stylesheet)
    try {
      const form = isForm ? await readForm(request.body, request.headers?.['content-type']) : undefined
      const session = await site.sessions.read(request.headers?.['cookie'])
      const isOwnForm = isSameOrigin(request.headers ?? {}, siteUrl)
      if (page === undefined) return await answerSignIn(target, session, form, isOwnForm)
      if (session === undefined) return redirect(name === '' ? SIGN_IN : `${SIGN_IN}?next=${name}`)
      return await answerPage(page, session, target, form, isOwnForm)
    } catch (error) {
      // What the body of a form is not; the interface's own errors have been shown.
      if (!(error instanceof RestError) || (error.status ?? 500) >= 500) throw error
      return refuse(error.status ?? 400, root, messages.invalidForm, error.message)
    }
  }

  async function answerSignIn(
    { query }: ConsoleTarget,
    session: Session | undefined,
    form: Fields | undefined,
    isOwnForm: boolean,
  ): Promise<PageResponse> {
    const { next = '' } = query
    const scope: SignInScope = { site, messages, next: PAGES.has(next) ? next : '' }
    if (form !== undefined) return submitSignIn(scope, form, isOwnForm)
    return session === undefined ? showSignIn(scope) : redirect(scope.next === '' ? './' : scope.next)
  }

  async function answerPage(
    page: Page,
    session: Session,
    { query, root }: ConsoleTarget,
    form: Fields | undefined,
    isOwnForm: boolean,
  ): Promise<PageResponse> {
    const action = `console ${page.name}`
    const nonce = site.sessions.nonce(session, action)
    const scope: PageScope = { site, session, messages, versions, query, nonce }
    const document = (status: number, content: Html, notice?: Html) => {
      const viewer = viewerOf(session, messages, PAGES.values(), page.name)
      const title = messages[page.title]
      return pageResponse(status, layout({ messages, siteUrl, root, title, content, notice, viewer }))
    }
    const show = async (status: number, notice?: Html) => {
      try {
        return document(status, await page.show(scope), notice)
      } catch (error) {
        if (!(error instanceof RestError)) throw error
        const text = isRefusal(error) ? messages.forbiddenPage : error.message
        return document(error.status ?? 500, html`<p>${text}</p>`)
      }
    }
    if (form === undefined || page.submit === undefined) {
      const { done = '' } = query
      const message = page.done !== undefined && Object.hasOwn(page.done, done) ? page.done[done] : undefined
      return show(200, message && doneNotice(messages[message]))
    }
    const { nonce: sent = '', ...fields } = form
    if (!isOwnForm || !site.sessions.checkNonce(session, action, sent))
      return show(403, errorNotice(messages.expiredForm))
    try {
      const { to, cookies } = await page.submit(scope, fields)
      return redirect(to, cookies && { 'Set-Cookie': cookies })
    } catch (error) {
      if (!(error instanceof RestError)) throw error
      return show(error.status ?? 500, errorNotice(fill(messages.failed, { message: error.message })))
    }
  }
}
