import { causeText } from './error-text.js'
import type { PageScope } from './page.js'
import { bodyOf, errorOf } from './refusal.js'

/** The result of a test of the site. */
export interface HealthResult {
  readonly test: string
  readonly label: string
  readonly status: string
  /** HTML. */
  readonly description: string
}

/** A result, or the error of a test that could not be run. */
export type HealthOutcome =
  | { readonly test: string; readonly result: HealthResult }
  | { readonly test: string; readonly error: string }

/** Sizes by part, such as `themes_size`. */
export type Sizes = Readonly<Record<string, { readonly size: string } | number>>

/** Runs all tests that the interface has. Throws its refusal if the user may not. */
export async function runHealthTests({ site, messages, by }: PageScope): Promise<readonly HealthOutcome[]> {
  const namespace = `/${site.context.dialect.prefix}-site-health/v1`
  const { routes } = bodyOf(await site.call<{ routes: object }>('GET', namespace, undefined, by))
  const tests = `${namespace}/tests/`
  const paths = Object.keys(routes).filter(path => path.startsWith(tests))
  return Promise.all(
    paths.map(async path => {
      const test = path.slice(tests.length)
      const answer = await site.call<HealthResult>('GET', path, undefined, by)
      if (answer.status === 401 || answer.status === 403) bodyOf(answer)
      return answer.ok ? { test, result: answer.body } : { test, error: causeText(errorOf(answer), messages) }
    }),
  )
}

/** The sizes of the parts of the site, or the reason why they are not available. */
export async function measureSizes({ site, messages, by }: PageScope): Promise<Sizes | string> {
  const path = `/${site.context.dialect.prefix}-site-health/v1/directory-sizes`
  const answer = await site.call<Sizes>('GET', path, undefined, by)
  return answer.ok ? answer.body : causeText(errorOf(answer), messages)
}
