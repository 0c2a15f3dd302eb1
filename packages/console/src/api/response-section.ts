import type { CallResult } from '@platen/core'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { PageScope } from '../page.js'
import { siteFacts } from '../site-facts.js'
import { type ApiCall, clientOf, curlOf, fetchOf } from './api-call.js'
import { getLink } from './api-page.js'
import { jsonView } from './json-view.js'

/** The response to a call, with links that lead to calls of other URLs, and the call in other languages. */
export async function responseSection(
  scope: PageScope,
  call: ApiCall,
  { status, headers, body }: CallResult<unknown>,
): Promise<Html> {
  const { messages, session } = scope
  const { api_url: apiUrl } = await siteFacts(scope)
  const hrefOf = (url: string) => (url.startsWith(`${apiUrl}/`) ? getLink(url.slice(apiUrl.length)) : undefined)
  const { login } = session.user
  const isFile = typeof body === 'object' && body !== null && 'bytes' in body && 'contentType' in body
  const { view, isCut } = isFile ? { view: undefined, isCut: false } : jsonView(body, hrefOf)
  return html`<section aria-labelledby="response">
<h2 id="response">${messages.apiResponse}</h2>
<p><code>${call.method} ${call.target}</code> <span class="status ${status < 400 ? 'done' : 'error'}">${status}</span></p>
<details class="panel"><summary>${messages.apiHeaders}</summary>
<dl>
${Object.entries(headers).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>\n`)}</dl>
</details>
${view === undefined ? html`<p>${fill(messages.apiFile, { type: String(headers['Content-Type'] ?? '') })}</p>` : html`<pre class="panel json" role="region" aria-label="${messages.apiBody}" tabindex="0">${view}</pre>`}
${isCut && html`<p>${messages.apiCut}</p>`}
<details class="panel"><summary>${messages.apiCode}</summary>
${[curlOf(call, apiUrl, login), fetchOf(call, apiUrl, login), clientOf(call)].map(code => html`<pre class="scroll" tabindex="0"><code>${code}</code></pre>\n`)}</details>
</section>`
}
