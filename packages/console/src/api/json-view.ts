import { type Html, html } from '../html.js'

/** The most characters of a response, and of a text in it, that the page shows. */
const MOST_SHOWN = 200_000
const MOST_OF_TEXT = 2_000

/** A text, with the colon if it is a name; a number or word; or what is between them. */
const TOKEN = /"(?:[^"\\]|\\.)*":?|[-\d][\d.eE+-]*|[a-z]+|[^"\-\da-z]+/g

/**
 * A JSON value as indented text, in which each kind of token has a class, and URLs are links where `hrefOf` returns a target.
 * Long texts and long values are cut.
 */
export function jsonView(
  value: unknown,
  hrefOf: (url: string) => string | undefined,
): { readonly view: Html; readonly isCut: boolean } {
  const whole = JSON.stringify(value, (_, each) => (typeof each === 'string' ? shortened(each) : each), 2) ?? ''
  const isCut = whole.length > MOST_SHOWN
  // Lines contain whole tokens.
  const shown = isCut ? whole.slice(0, whole.lastIndexOf('\n', MOST_SHOWN)) : whole
  return { view: html`${(shown.match(TOKEN) ?? []).map(token => tokenView(token, hrefOf))}`, isCut }
}

const shortened = (text: string) => (text.length > MOST_OF_TEXT ? `${text.slice(0, MOST_OF_TEXT)}…` : text)

function tokenView(token: string, hrefOf: (url: string) => string | undefined): Html | string {
  if (token.endsWith('":')) return html`<span class="json-name">${token.slice(0, -1)}</span>:`
  if (token.startsWith('"')) {
    const href = token.includes('://') ? hrefOf(String(JSON.parse(token))) : undefined
    return html`<span class="json-text">${href === undefined ? token : html`<a href="${href}">${token}</a>`}</span>`
  }
  return /^[-\da-z]/.test(token) ? html`<span class="json-value">${token}</span>` : token
}
