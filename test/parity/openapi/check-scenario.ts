import type { OpenApiDocument, OperationMethod } from '@platen/core/openapi'
import type { Site } from '@platen/site'
import type { Golden, Scenario, Step } from '../runner/scenario.js'
import { toWire } from '../runner/wire.js'
import { sampleOfGolden } from './golden-values.js'
import { token, type Validate } from './response-validator.js'

/** A recorded response that its schema does not describe. */
export interface Untruth {
  readonly step: string
  readonly operation: string
  readonly lines: readonly string[]
}

/** What was checked. */
export interface Checked {
  readonly untruths: Untruth[]
  checked: number
  /** Steps without a body that has a schema, by why. */
  readonly skipped: Map<string, number>
}

/** Names in paths whose values no golden has. */
const UNRECORDED: Readonly<Record<string, string>> = { icon: 'core/arrow-left', collection: 'core' }

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Checks recorded responses against the schemas of their operations. */
export function createChecker(
  site: Site,
  document: OpenApiDocument,
  validatorOf: (pointer: string, form: 'whole' | 'partial') => Validate,
) {
  const { router } = site.context.registry.dispatchContext
  const paths = new Map(Object.entries(document.paths).map(([path, item]) => [item['x-route'], path]))

  return (scenario: Scenario, results: Checked): void => {
    const vars: Record<string, unknown> = {}
    for (const [index, step] of scenario.steps.entries()) {
      const golden = scenario.goldens[index] as Golden
      const skipped = checkStep(step, golden, `${scenario.name} #${index} ${step.do}`, vars, results)
      if (skipped !== undefined) results.skipped.set(skipped, (results.skipped.get(skipped) ?? 0) + 1)
      saveFrom(step, golden, vars)
    }
  }

  /** Returns why a step is skipped. */
  function checkStep(
    step: Step,
    golden: Golden,
    name: string,
    vars: Readonly<Record<string, unknown>>,
    results: Checked,
  ): string | undefined {
    const { method, path, query } = requestOf(step, vars)
    if (!METHODS.includes(method)) return `${method} has no schema`
    if (query.has('_jsonp')) return 'JSONP is a program'
    if (golden.status === 304) return 'a 304 has no body'
    const type = 'code' in golden ? undefined : golden.headers['content-type']
    if (type !== undefined && !type.includes('json')) return `the response is ${type}`
    const route = (router.match(path, method) ?? router.match(path.replaceAll(/\/+/g, '/'), method))?.route
    const template = route === undefined ? undefined : paths.get(route.path.pattern)
    const serves = route?.methods.some(each => each === method) === true
    const operation = `${method} ${template ?? path}`
    if ('code' in golden) {
      const isUndescribed =
        serves && template !== undefined && schemaPointer(document, template, method, golden.status) === undefined
      if (isUndescribed)
        results.untruths.push({ step: name, operation, lines: [`the status ${golden.status} has no schema`] })
      return 'only the status and the code are recorded'
    }
    const { value, masked } = sampleOfGolden(golden.body, vars)
    // In a context that does not exist, no field is shown.
    const context = query.get('context') ?? ''
    const isUnknown =
      (context !== '' && !['view', 'edit', 'embed'].includes(context)) || /context(?:%5B|\[)/i.test(step.do)
    const form = query.has('_fields') || hasFields(step) || isUnknown ? 'partial' : 'whole'
    const check = (body: unknown, status: number, prefix: string) => {
      const pointer =
        serves && template !== undefined
          ? schemaPointer(document, template, method, status)
          : '/components/schemas/Error'
      if (pointer === undefined) return [`${prefix} the status ${status} has no schema`]
      return problems(validatorOf(pointer, form), body, masked, prefix)
    }
    results.checked++
    const lines =
      query.has('_envelope') && isEnvelope(value)
        ? [
            ...problems(validatorOf('/components/schemas/Envelope', 'whole'), value, masked, ''),
            ...check(value.body, value.status, '/body'),
          ]
        : check(value, golden.status, '')
    if (lines.length > 0) results.untruths.push({ step: name, operation, lines })
    return undefined
  }
}

const hasFields = ({ body, form }: Step): boolean =>
  [body, form].some(each => each !== null && typeof each === 'object' && '_fields' in each)

const isEnvelope = (value: unknown): value is { readonly body: unknown; readonly status: number } =>
  value !== null && typeof value === 'object' && 'body' in value && 'status' in value

/** The problems of a value; alternatives that do not fit because of a masked value are not problems. */
function problems(validate: Validate, value: unknown, masked: ReadonlySet<string>, prefix: string): readonly string[] {
  const isMasked = (at: string) => [...masked].some(each => `${prefix}${at}/`.startsWith(`${each}/`))
  const own = validate(value)
  if (masked.size > 0) {
    for (const replacement of [1, null, '2026-01-02T03:04:05', 1.5, [], {}, true, ''])
      if (validate(replaced(value, prefix, masked, replacement)).length === 0) return []
  }
  return own.filter(({ at }) => !isMasked(at)).map(({ at, message }) => `${prefix}${at} ${message}`)
}

function replaced(value: unknown, at: string, masked: ReadonlySet<string>, by: unknown): unknown {
  if (masked.has(at)) return by
  if (Array.isArray(value)) return value.map((item, index) => replaced(item, `${at}/${index}`, masked, by))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaced(item, `${at}/${token(key)}`, masked, by)]),
  )
}

/** The pointer of the schema of a status; the one for any other status if it is not listed. */
export function schemaPointer(
  { paths, components }: OpenApiDocument,
  path: string,
  sent: string,
  status: number,
): string | undefined {
  const method = sent.toLowerCase() as OperationMethod
  const responses = paths[path]?.[method]?.responses ?? {}
  const key = responses[status] === undefined ? 'default' : String(status)
  // A success that is not listed is not an error.
  if (key === 'default' && status < 300) return undefined
  const response = responses[key]
  if (response === undefined) return undefined
  const [name, resolved] =
    '$ref' in response
      ? [response.$ref.split('/').at(-1) ?? '', components.responses[response.$ref.split('/').at(-1) ?? '']]
      : [undefined, response]
  const [type] = Object.keys(resolved?.content ?? {})
  if (type === undefined) return undefined
  const start =
    name === undefined ? `/paths/${token(path)}/${method}/responses/${key}` : `/components/responses/${name}`
  return `${start}/content/${token(type)}/schema`
}

/** The method, path and query of a step, as the server resolves them. */
function requestOf(step: Step, vars: Readonly<Record<string, unknown>>) {
  const filled = step.do.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'site' || name === 'api') return `https://site.example${name === 'api' ? '/wp-json' : ''}`
    return String(vars[name] ?? UNRECORDED[name] ?? 12)
  })
  const [sent = 'GET', ...rest] = toWire(filled, 'wp').split(' ')
  const [rawPath = '', text = ''] = rest.join(' ').split(/\?(.*)/s)
  const query = new URLSearchParams(text.replaceAll(/%5B.*?%5D|\[.*?\]/gi, '').replaceAll(/(^|&)(?:%20|\+| )+/g, '$1'))
  const headers = Object.fromEntries(
    Object.entries(step.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const overridden = sent === 'POST' ? (query.get('_method') ?? headers['x-http-method-override'] ?? sent) : sent
  const path = decoded(rawPath)
  return { method: overridden.toUpperCase(), path: path.replace(/(?<=.)\/+$/, ''), query }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function saveFrom(step: Step, golden: Golden, vars: Record<string, unknown>): void {
  for (const [name, at] of Object.entries(step.save ?? {})) {
    const [where = ''] = at.split('#')
    const value = where
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], golden.body)
    const isKnown = value !== undefined && typeof value !== 'object' && value !== '<any>' && !at.includes('#')
    vars[name] = isKnown ? sampleOfGolden(value, vars).value : UNRECORDED[name]
  }
}
