import type { Call, CallOptions, Principal } from '@platen/core'
import type { ConsoleRoutesSite, Session, Sessions, Site, SiteContext, UserRecord } from '@platen/site'
import type { Fields } from './form.js'
import type { Html } from './html.js'
import type { ConsoleMessages } from './messages.js'

/**
 * What pages use of a site: its interface, the cookies and nonces of sessions, and how the interface is named. What they
 * show and change goes through `call` alone.
 */
export interface PageSite {
  readonly call: Call<UserRecord | Principal>
  readonly sessions: Omit<Sessions, 'signOutEverywhere'>
  readonly context: Pick<SiteContext, 'url' | 'namespace' | 'names' | 'dialect'>
}

/** What `createConsole` takes of a site: for the pages, for the routes that they need, and for discovery. */
export type ConsoleSite = Pick<Site, 'call' | 'sessions' | 'context' | 'setApprovalPage'> & ConsoleRoutesSite

/** What every page is made from. */
export interface PublicScope {
  readonly site: PageSite
  readonly session: Session | undefined
  readonly messages: ConsoleMessages
  /** The user of the session, or nobody, and the client: for calls of the interface. */
  readonly by: CallOptions<UserRecord | Principal>
  readonly query: Fields
  /** What URLs of pages begin with: nothing, unless the page is shown at a URL outside of the console. */
  readonly prefix: string
  /** Where signing in leads to: a page of the console or an absolute URL of the site, whatever the URL says. */
  readonly next: string
  /** The fields of a form that did not succeed, to show them again. Passwords must not be. */
  readonly sent: Fields | undefined
}

/** What a page for users who are signed in is made from. */
export interface PageScope extends PublicScope {
  readonly session: Session
  /** Versions to show, by name. */
  readonly versions: Readonly<Record<string, string>>
  /** Proves that a form of this page was sent by the session. */
  readonly nonce: string
}

/** Leads to another page. */
export interface Redirection {
  /** The name of a page, with a query if it has one; or an absolute URL of the site. */
  readonly to: string
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[]
}

/** Shows the page again, below a notice. */
export interface ShownAgain {
  readonly notice: Html
  /** 200 by default. The fields of the form are shown again with another one. */
  readonly status?: number
}

/** Shows something else in the place of the page. */
export interface ShownInstead {
  readonly content: Html
}

/** Leads away from the site, to where the user has agreed to go. */
export interface Departure {
  readonly away: URL
}

/** What a form leads to. */
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
  /** The capability without which menus leave it out. The interface decides who may see it. */
  readonly capability?: string
  /** Whether the menus of all users show it. */
  readonly forEveryone?: boolean
  /** The schemes of the sites that its forms may lead to, such as `https:`. */
  formTargets?(scope: PageScope): readonly string[]
  /** Its content below the heading. Throws the `RestError` of the interface. */
  show(scope: PageScope): Promise<Html | Redirection>
  /** Carries out what a form of the page asks for. Throws the `RestError` of the interface. */
  submit?(scope: PageScope, form: Fields): Promise<Submitted>
}

/** A page for everyone. Its forms hold no nonce, so that they must not rely on a session. */
export interface PublicPage extends BasePage {
  show(scope: PublicScope): Promise<Html | Redirection>
  submit(scope: PublicScope, form: Fields): Promise<Submitted>
}
