import type { Call, CallOptions, Principal } from '@platen/core'
import type { As, Session, Site, UserRecord } from '@platen/site'
import type { Fields } from './form.js'
import type { Html } from './html.js'
import type { Languages } from './languages.js'
import type { ConsoleMessages } from './messages.js'

/** What the console uses of a site. */
export type ConsoleSite = Pick<Site, 'audit' | 'content' | 'context' | 'sessions' | 'setApprovalPage'> & {
  readonly call: Call<UserRecord | Principal>
}

/** What every page is made from. */
export interface PublicScope {
  readonly site: ConsoleSite
  readonly session: Session | undefined
  readonly messages: ConsoleMessages
  /** The texts for another user, or for everyone. */
  readonly messagesFor: Languages
  readonly query: Fields
  /** What URLs of pages begin with: nothing, unless the page is shown at a URL outside of the console. */
  readonly prefix: string
  /** Where signing in leads to: a page of the console or an absolute URL of the site, whatever the URL says. */
  readonly next: string
  /** The absolute URL of the console with a slash at the end, for links in mail. */
  readonly consoleUrl: string
  /** The address of the client, for limits and audit events. */
  readonly remoteAddress: string | undefined
  /** Whether the request came over TLS; `undefined` if that is unknown. */
  readonly secure: boolean | undefined
  /** The fields of a form that did not succeed, to show them again. Passwords must not be. */
  readonly sent: Fields | undefined
}

/** What a page for users who are signed in is made from. */
export interface PageScope extends PublicScope {
  readonly session: Session
  /** The user of the session and the client, for calls of the site. */
  readonly by: As & Pick<CallOptions, 'secure'>
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
