import { inputField } from '../fields.js'
import type { Fields } from '../form.js'
import { type Html, html } from '../html.js'
import type { ConsoleMessages } from '../messages.js'
import { timeText } from '../time.js'

/** What an application password is limited to, as the interface shows and takes it; `null` for no limit. */
export interface PasswordLimits {
  readonly scopes: readonly string[] | null
  /** In UTC. */
  readonly expires: string | null
  readonly networks: readonly string[] | null
}

const SUGGESTED_SCOPES = ['read', 'write', 'posts:read', 'posts:write', 'pages:write', 'media:write', 'comments:write']

/** The fields of a form that chooses limits. */
export const limitFields = (messages: ConsoleMessages, sent: Fields): Html =>
  html`${inputField({
    name: 'scopes',
    label: messages.passwordScopes,
    value: sent['scopes'] ?? '',
    hint: messages.passwordScopesHint,
    suggestions: SUGGESTED_SCOPES,
    isCode: true,
  })}${inputField({
    name: 'expires',
    label: messages.passwordExpires,
    value: sent['expires'] ?? '',
    hint: messages.passwordExpiresHint,
    isCode: true,
  })}${inputField({
    name: 'networks',
    label: messages.passwordNetworks,
    value: sent['networks'] ?? '',
    hint: messages.passwordNetworksHint,
    isCode: true,
  })}`

/** The limits that a form has chosen; a password expires at the end of the day. */
export function limitInput({ scopes = '', expires = '', networks = '' }: Fields): PasswordLimits {
  const day = expires.trim()
  return { scopes: wordsOf(scopes), expires: day === '' ? null : `${day}T23:59:59Z`, networks: wordsOf(networks) }
}

function wordsOf(text: string): readonly string[] | null {
  const words = text.split(/[\s,]+/).filter(word => word !== '')
  return words.length === 0 ? null : words
}

/** The limits of an application password, as terms of a list. */
export const limitTerms = (messages: ConsoleMessages, { scopes, expires, networks }: Partial<PasswordLimits>): Html =>
  html`<dt>${messages.passwordScopes}</dt><dd>${scopes ? html`<code>${scopes.join(' ')}</code>` : messages.passwordAllRights}</dd>
${!!expires && html`<dt>${messages.passwordExpires}</dt><dd>${timeText(expires, messages)}</dd>\n`}${!!networks && html`<dt>${messages.passwordNetworks}</dt><dd><code>${networks.join(' ')}</code></dd>\n`}`
