import type { Call, Principal } from '@platen/core'
import type { Session, Site, UserRecord } from '@platen/site'
import type { Fields } from './form.js'
import type { Html } from './html.js'
import type { ConsoleMessages } from './messages.js'

/** What the console uses of a site. */
export type ConsoleSite = Pick<Site, 'content' | 'context' | 'sessions'> & {
  readonly call: Call<UserRecord | Principal>
}

/** What a page is made from. */
export interface PageScope {
  readonly site: ConsoleSite
  readonly session: Session
  readonly messages: ConsoleMessages
  /** Versions to show, by name. */
  readonly versions: Readonly<Record<string, string>>
  readonly query: Fields
  /** Proves that a form of this page was sent by the session. */
  readonly nonce: string
}

/** Where a form leads to when it is done. */
export interface Submitted {
  /** The name of a page, with a query if it has one. */
  readonly to: string
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[]
}

/** A page for users who are signed in. */
export interface Page {
  /** The path below the console. */
  readonly name: string
  readonly title: keyof ConsoleMessages
  /** The capability without which menus leave it out. The interface decides who may see it. */
  readonly capability?: string
  /** The messages that the parameter `done` selects, after a form. */
  readonly done?: Readonly<Record<string, keyof ConsoleMessages>>
  /** Its content below the heading. Throws the `RestError` of the interface. */
  show(scope: PageScope): Promise<Html>
  /** Carries out what a form of the page asks for. Throws the `RestError` of the interface. */
  submit?(scope: PageScope, form: Fields): Promise<Submitted>
}
