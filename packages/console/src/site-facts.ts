import { type Caller, consoleRoute, read } from './routes.js'

/** Public information about the site. */
export interface SiteFacts {
  /** The URL of the interface's root. */
  readonly api_url: string
  /** Its title; may be empty. */
  readonly title: string
  /** The locale of the site. */
  readonly language: string
  /** Whether links can be mailed. */
  readonly can_mail: boolean
}

/** Reads what everybody may know of the site. */
export const siteFacts = (caller: Caller): Promise<SiteFacts> => read(caller, consoleRoute('site'))
