import {
  checks,
  type OptionCheck,
  type OptionChecks,
  type PageHandler,
  type PageResponse,
  requireOptions,
  trimEndCharacters,
} from '@platen/core'
import { registerConsoleRoutes } from '@platen/site/console'
import { linkMails } from './account/link-mails.js'
import { API_PAGE } from './api/api-page.js'
import { APPROVAL_PAGE, approvalRedirect } from './approval-redirect.js'
import type { createPageHandler, RefusedSignIn } from './create-page-handler.js'
import { type LanguageOptions, languages } from './languages.js'
import { type ConsoleMessages, englishMessages } from './messages.js'
import type { ConsoleSite } from './page.js'
import { type FormAnswer, SIGN_IN_PAGE, signInRedirect } from './sign-in-redirect.js'
import { consoleTarget } from './target.js'

/** The options of `createConsole`. */
export interface ConsoleOptions extends LanguageOptions {
  /** The path of the console: `/console` by default. */
  readonly path?: string | undefined
  /** The URL of the console, for links in mail; by default its path below the origin of the site's URL. */
  readonly url?: string | undefined
  /** Versions that the first page shows, by name. */
  readonly versions?: Readonly<Record<string, string>> | undefined
}

const { anyText, recordOf, shaped, text, url } = checks

// Without the keys of the interface's own texts, which may be those of plugins.
const known = shaped<Partial<ConsoleMessages>>(
  Object.fromEntries(Object.keys(englishMessages).map(key => [key, anyText])) as OptionChecks<Partial<ConsoleMessages>>,
)
const ofInterface = (key: string) => key.startsWith('error.') || key.startsWith('health.')

const messages: OptionCheck = {
  ...recordOf(anyText, 'an object with a text for each key'),
  complaint(value, path) {
    const own = Object.entries(value ?? {}).filter(([key]) => !ofInterface(key))
    return recordOf(anyText).complaint(value, path) ?? known.complaint(Object.fromEntries(own), path)
  },
}

const consoleChecks: OptionChecks<ConsoleOptions> = {
  path: anyText,
  url,
  versions: recordOf(text, 'an object with a text for each name'),
  messages,
  translations: recordOf(messages, 'an object with texts for each locale'),
}

/** The pages of a site, with other ways to show them. */
export interface Console extends PageHandler {
  /**
   * The sign-in page after a sign-in at the path of the site's dialect was refused, with the submitted login: 403 for
   * wrong credentials, or the status and headers of an error such as a 429. Signing in there redirects to `redirectTo`,
   * if that is a URL of the site.
   */
  refuseSignIn(refused: RefusedSignIn): Promise<PageResponse>
}

/**
 * Creates the pages on which users sign in to a site and administer it. The pages call the interface in process as the
 * user of the session, so that it decides what each user can see and change. Throws a `RangeError` for unknown and
 * invalid options, and for unknown keys of texts.
 */
export function createConsole(site: ConsoleSite, options: ConsoleOptions = {}): Console {
  requireOptions('createConsole', options, consoleChecks)
  const messagesFor = languages(site, options)
  const { versions = {} } = options
  const base = trimEndCharacters(options.path ?? '/console', '/')
  const siteUrl = site.context.url
  const consoleUrl = `${trimEndCharacters(options.url ?? new URL(siteUrl).origin + base, '/')}/`

  registerConsoleRoutes(site, linkMails({ siteUrl, consoleUrl, messagesFor }))
  const { approvalPath, signInPaths } = site.context.dialect
  site.setConsolePages({
    approval: approvalPath === undefined ? consoleUrl + APPROVAL_PAGE : siteUrl + approvalPath,
    login: signInPaths === undefined ? consoleUrl + SIGN_IN_PAGE : siteUrl + signInPaths.form,
    admin: consoleUrl,
    api: consoleUrl + API_PAGE,
  })
  const toApproval = approvalPath === undefined ? undefined : approvalRedirect(siteUrl, approvalPath, base)
  let loaded: Promise<ReturnType<typeof createPageHandler>> | undefined
  const respond: FormAnswer = async (...args) => (await pageHandler()).respond(...args)
  const toSignIn = signInPaths && signInRedirect(siteUrl, signInPaths.form, base, respond)

  const handle: PageHandler = async request => {
    const target = consoleTarget(base, request.url)
    if (target === undefined) return toApproval?.(request) ?? toSignIn?.(request)
    const response = await (await pageHandler()).respond(request, target)
    return request.method === 'HEAD' ? { ...response, body: '' } : response
  }
  return Object.assign(handle, {
    refuseSignIn: async (refused: RefusedSignIn) => (await pageHandler()).refuseSignIn(refused),
  })

  // The pages are loaded with the first request for one.
  async function pageHandler() {
    loaded ??= import('./create-page-handler.js').then(({ createPageHandler }) =>
      createPageHandler({ site, messagesFor, versions, base }),
    )
    return loaded
  }
}
