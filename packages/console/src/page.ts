import type { Call, CallOptions, Principal } from '@platen/core'
import type { Site, SiteContext, UserRecord } from '@platen/site'
import type { ConsoleRoutesSite, Session, Sessions } from '@platen/site/console'
import type { Fields } from './form.js'
import type { Html } from './html.js'
import type { ConsoleMessages } from './messages.js'

/**
 * The parts of a site that pages use: its interface, the cookies and nonces of sessions, and the names of the
 * interface. Pages read and change data only through `call`.
 */
export interface PageSite {
  readonly call: Call<UserRecord | Principal>
  readonly sessions: Omit<Sessions, 'signOutEverywhere'>
  readonly context: Pick<SiteContext, 'url' | 'namespace' | 'names' | 'dialect'>
}

/** The parts of a site that `createConsole` uses: for the pages, for their routes, and for discovery. */
export type ConsoleSite = Pick<Site, 'call' | 'sessions' | 'context' | 'setConsolePages'> & ConsoleRoutesSite

/** The input of every page. */
export interface PublicScope {
  readonly site: PageSite
  readonly session: Session | undefined
  readonly messages: ConsoleMessages
  /** The user of the session, if any, and the client: for calls of the interface. */
  readonly by: CallOptions<UserRecord | Principal>
  readonly query: Fields
  /** The prefix of page URLs: empty, unless the page is shown at a URL outside of the console. */
  readonly prefix: string
  /**
   * The target after sign-in: a page of the console or an absolute URL of the site, regardless of the request's URL.
   */
  readonly next: string
  /** The fields of a form that did not succeed, to show them again. Passwords must not be. */
  readonly sent: Fields | undefined
}

/** The input of a page for signed-in users. */
export interface PageScope extends PublicScope {
  readonly session: Session
  /** Versions to show, by name. */
  readonly versions: Readonly<Record<string, string>>
  /** Proves that a form of this page was sent by the session. */
  readonly nonce: string
}

/** Redirects to another page. */
export interface Redirection {
  /** The name of a page, with a query if it has one; or an absolute URL of the site. */
  readonly to: string
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[]
}

/** Shows the page again, below a notice. */
export interface ShownAgain {
  readonly notice: Html
  /** 200 by default. With any other status, the fields of the form are shown again. */
  readonly status?: number
}

/** Shows other content instead of the page. */
export interface ShownInstead {
  readonly content: Html
}

/** Redirects away from the site, to a URL that the user has approved. */
export interface Departure {
  readonly away: URL
}

/** The result of a form. */
export type Submitted = Redirection | ShownAgain | ShownInstead | Departure

interface BasePage {
  /** The path below the console. */
  readonly name: string
  readonly title: keyof ConsoleMessages
  /** The messages that the parameter `done` selects, after a form. */
  readonly done?: Readonly<Record<string, keyof ConsoleMessages>>
}

/** A page for users who are signed in. */
export interface Page extends BasePage {
  /** The capability without which menus omit the page. The interface decides who may see it. */
  readonly capability?: string
  /** Whether the menus of all users show it. */
  readonly forEveryone?: boolean
  /** The URL schemes that its forms may redirect to, such as `https:`. */
  formTargets?(scope: PageScope): readonly string[]
  /** Its content below the heading. Throws the `RestError` of the interface. */
  show(scope: PageScope): Promise<Html | Redirection>
  /** Handles a form of the page. Throws the `RestError` of the interface. */
  submit?(scope: PageScope, form: Fields): Promise<Submitted>
}

/** A public page. Its forms contain no nonce, so they must not rely on a session. */
export interface PublicPage extends BasePage {
  show(scope: PublicScope): Promise<Html | Redirection>
  submit(scope: PublicScope, form: Fields): Promise<Submitted>
}
