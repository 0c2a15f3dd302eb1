import { checks, type HandlerRequest, type OptionChecks, type RestError } from '@platen/core'
import { escapeHtml } from '@platen/rendering'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { Registrations, withDefaults } from '../../kernel/registrations/index.js'

/** The colors of the badge of a test. */
export const badgeColors = ['blue', 'orange', 'red', 'green', 'purple', 'gray'] as const

/** The result of a site health test. */
export interface HealthResult {
  readonly status: 'good' | 'recommended' | 'critical'
  /** The result in one sentence. */
  readonly label: string
  /** The explanation, as HTML. */
  readonly description: string
  /** Links to possible actions, as HTML. */
  readonly actions?: string | undefined
}

/** The context of a site health test. */
export interface HealthScope {
  readonly site: SiteContext
  readonly request: HandlerRequest
  /** Aborts when the test takes too long; its result is then no longer awaited. */
  readonly signal: AbortSignal
}

/** The options of a test of the site's health. */
export interface HealthTestOptions {
  /** The category of the test, such as `Security`. */
  readonly category: string
  /** The color of its badge, `blue` by default. */
  readonly color?: (typeof badgeColors)[number] | undefined
  /** Runs the test. An error is reported, and the result states that the test could not be completed. */
  readonly run: (scope: HealthScope) => Promise<HealthResult>
  /**
   * Returns the response to a caller without permission, for requests that the test itself sends; with `undefined`, the
   * caller is refused.
   */
  readonly refuse?: ((request: HandlerRequest) => RestError | undefined) | undefined
}

/** A registered test. */
export interface HealthTest {
  /** Its name in paths, such as `page-cache`. */
  readonly name: string
  readonly category: string
  readonly color: (typeof badgeColors)[number]
  readonly run: HealthTestOptions['run']
  readonly refuse: NonNullable<HealthTestOptions['refuse']>
}

/** The tests of a site's health, by their names in paths. */
export const healthTests = registrationKey(
  'health tests',
  () => new Registrations<HealthTest>('the health test', /^[a-z0-9]+(?:-[a-z0-9]+)*$/),
)

const { callable, oneOf, required, text } = checks

const healthTestChecks: OptionChecks<HealthTestOptions> = {
  category: required(text),
  color: oneOf(badgeColors),
  run: required(callable),
  refuse: callable,
}

const notSet = undefined

/** Resolves the options of a test. Throws a `RegistrationError` for unknown and invalid ones. */
export function healthTest(name: string, options: HealthTestOptions): HealthTest {
  const { color, refuse, ...test } = withDefaults(
    `the health test "${name}"`,
    options,
    {
      category: options.category,
      color: 'blue',
      run: options.run,
      refuse: notSet,
    },
    healthTestChecks,
  )
  return Object.freeze({ name, ...test, color, refuse: refuse ?? (() => undefined) })
}

/** Each text as an HTML paragraph; empty texts are omitted. */
export const paragraphs = (...texts: readonly string[]): string =>
  texts.map(text => (text === '' ? '' : `<p>${escapeHtml(text)}</p>`)).join('')

/** Texts as a list in HTML. */
export const listOf = (texts: readonly string[]): string =>
  texts.length === 0 ? '' : `<ul>${texts.map(text => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
