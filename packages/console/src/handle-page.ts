import { isUrl, type PageResponse, RestError } from '@platen/core'
import { causeText, errorText } from './error-text.js'
import type { Fields } from './form.js'
import { type Html, html } from './html.js'
import { doneNotice, errorNotice, type Layout, layout } from './layout.js'
import type { PublicScope, Redirection, Submitted } from './page.js'
import { isRefusal } from './refusal.js'
import { formPolicy, leave, pageResponse, redirect } from './response.js'

/** The common parts of public pages and pages for users. */
interface AnyPage<S> {
  readonly done?: Readonly<Record<string, keyof Layout['messages']>>
  show(scope: S): Promise<Html | Redirection>
  submit?(scope: S, form: Fields): Promise<Submitted>
  formTargets?(scope: S): readonly string[]
}

/** The parts of a page's document besides its content. */
export type DocumentFrame = Omit<Layout, 'content' | 'notice'>

/**
 * Shows a page or handles its form. `refusalOf` returns the reason why the form with a nonce is refused, or
 * `undefined`.
 */
export async function handlePage<S extends PublicScope>(
  page: AnyPage<S>,
  scope: S,
  frame: DocumentFrame,
  form: Fields | undefined,
  refusalOf: (nonce: string) => string | undefined,
): Promise<PageResponse> {
  const { messages } = scope
  const document = (status: number, content: Html, notice?: Html, headers?: PageResponse['headers']) =>
    pageResponse(status, layout({ ...frame, content, notice }), headers)
  const show = async (status: number, notice?: Html, sent?: Fields, headers?: PageResponse['headers']) => {
    try {
      const shown = await page.show({ ...scope, sent })
      if ('to' in shown) return follow(scope, shown)
      const policy = page.formTargets && formPolicy(page.formTargets(scope))
      return document(status, shown, notice, { ...policy, ...headers })
    } catch (error) {
      if (!(error instanceof RestError)) throw error
      const text = isRefusal(error) ? messages.forbiddenPage : causeText(error, messages)
      return document(error.status ?? 500, html`<p>${text}</p>`)
    }
  }
  if (form === undefined || page.submit === undefined) {
    const { done = '' } = scope.query
    const message = page.done !== undefined && Object.hasOwn(page.done, done) ? page.done[done] : undefined
    return show(200, message && doneNotice(messages[message]))
  }
  const { nonce = '', ...fields } = form
  const refusal = refusalOf(nonce)
  if (refusal !== undefined) return show(403, errorNotice(refusal))
  try {
    const submitted = await page.submit(scope, fields)
    if ('to' in submitted) return follow(scope, submitted)
    if ('away' in submitted) return leave(submitted.away)
    if ('content' in submitted) return document(200, submitted.content)
    const { status = 200, notice } = submitted
    return show(status, notice, status < 400 ? undefined : fields)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return show(error.status ?? 500, errorNotice(errorText(error, messages)), fields, error.headers)
  }
}

const follow = ({ prefix }: PublicScope, { to, cookies }: Redirection): PageResponse =>
  redirect(isUrl(to) ? to : prefix + to, cookies && { 'Set-Cookie': cookies })
