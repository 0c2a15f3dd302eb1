import { escapedText } from '@platen/site/console'
import { type Html, type HtmlValue, html, sanitized } from './html.js'
import { type ConsoleMessages, fill } from './messages.js'

/** A document of the console. */
export interface Layout {
  readonly messages: ConsoleMessages
  /** The title of the site, or its URL if it has none. */
  readonly siteName: string
  /** The relative URL of the console from this page. */
  readonly root: string
  readonly title: string
  readonly content: HtmlValue
  readonly notice?: Html | undefined
  /** Who is signed in, and the pages of their menu. */
  readonly viewer?: Viewer | undefined
}

export interface Viewer {
  readonly name: string
  readonly menu: readonly { readonly name: string; readonly title: string; readonly isCurrent: boolean }[]
}

/** A complete document. */
export function layout({ messages, siteName, root, title, content, notice, viewer }: Layout): Html {
  const site = sanitized(escapedText(siteName))
  return html`<!DOCTYPE html>
<html lang="${messages.language}" dir="${messages.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${messages.console} – ${site}</title>
<link rel="stylesheet" href="${root}style.css">
</head>
<body>
<a class="skip" href="#content">${messages.skipToContent}</a>
<header>
<div class="bar">
<p><strong>${messages.console}</strong> <span class="site">${site}</span></p>
${viewer && signedIn(viewer, root, messages)}
</div>
</header>
<div class="${viewer === undefined ? 'alone' : 'frame'}">
${viewer !== undefined && viewer.menu.length > 0 && menu(viewer, root, messages)}
<main id="content" tabindex="-1">
<h1>${title}</h1>
${notice}
${content}
</main>
</div>
</body>
</html>
`
}

const signedIn = ({ name }: Viewer, root: string, messages: ConsoleMessages): Html =>
  html`<p>${fill(messages.signedInAs, { name })} · <a href="${root}sign-out">${messages.signOut}</a></p>`

const menu = ({ menu: pages }: Viewer, root: string, messages: ConsoleMessages): Html => html`
<nav aria-label="${messages.navigation}">
<ul>
${pages.map(
  page =>
    html`<li><a href="${root}${page.name}"${page.isCurrent && html` aria-current="page"`}>${page.title}</a></li>\n`,
)}</ul>
</nav>`

/** An error message at the top of a page. */
export const errorNotice = (text: string): Html => html`<p class="notice error" role="alert">${text}</p>`

/** A success message at the top of a page. */
export const doneNotice = (text: string): Html => html`<p class="notice done" role="status">${text}</p>`

/** A message at the top of a page with a secret that is shown once. */
export const secretNotice = (text: string, secret: string): Html => html`<div class="notice done" role="status">
<p>${text}</p>
<p><code class="secret">${secret}</code></p>
</div>`
