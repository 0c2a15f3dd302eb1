import { endpoint, type Schema } from '@platen/core'
import { compareOpenApi, type OpenApiDocument } from '@platen/core/openapi'
import { dialects, type Site } from '@platen/site'
import { openApiDocument } from '@platen/site/extend'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { schemaPointer } from '../../parity/openapi/check-scenario.js'
import { createValidator } from '../../parity/openapi/response-validator.js'
import { makeSite } from '../make-site.js'

const text = { type: 'string' } as const

/** Arguments with rules that few routes have, by the last part of their route. */
const ARGUMENTS: Readonly<Record<string, Schema>> = {
  any: { anyOf: [text, { type: 'integer', minimum: 3 }] },
  one: {
    oneOf: [
      { type: 'object', properties: { a: { ...text, required: true } } },
      { type: 'array', items: text },
    ],
  },
  further: { type: 'object', properties: { a: { ...text, default: 'x' } }, additionalProperties: { type: 'integer' } },
  tuple: { type: 'array', items: [text, { type: 'integer' }], additionalItems: false },
  open: { type: 'array', items: [text], additionalItems: { type: 'boolean' } },
  exclusive: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  nothing: { type: ['string', 'null'], enum: ['a', null], default: null },
  pattern: { ...text, pattern: '^[\\w-.]+[^]]{,3}$' },
  untranslatable: { ...text, pattern: '\\p' },
  patterns: { type: 'object', patternProperties: { '^[\\w-.]+$': text }, additionalProperties: false },
  depending: { type: 'object', properties: { a: text, b: text }, dependencies: { a: ['b'] } },
  except: { not: text },
  tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } },
  named: { $ref: '#/definitions/x', definitions: { x: text } },
}

const PATHS = [
  '/a(?:/(?P<x>\\d+))?',
  '/b/(?P<slug>[a-z]+|[0-9]{2,4})',
  '/(?:c|d)/(?P<n>[\\w\\-.]+)',
  '/e/(?P<rest>.+)',
  '/f/(?P<namespace>[a-z]+)/(?P<slug>[^/]+/[^/]+)',
  '/g/(?P<x>\\d)(?:/(?P<y>\\d))?(?:/(?P<z>\\d))?',
  '/h(?P<year>\\d{4})-(?P<month>\\d\\d).json',
  '/i{2}/j?',
]

function register(site: Site): void {
  site.registerPostType('leaf', { public: true, supports: ['title', 'editor', 'custom-fields', 'revisions'] })
  site.registerPostType('branch', { public: true, restNamespace: 'wood/v3', restBase: 'twigs', hierarchical: true })
  site.registerTaxonomy('forest', { objectTypes: ['leaf', 'branch', 'post'], hierarchical: true, public: true })
  site.registerMeta({
    object: 'post',
    key: 'veins',
    type: 'object',
    single: true,
    schema: {
      type: 'object',
      properties: { seen: { ...text, format: 'date-time' }, width: { type: ['number', 'null'], minimum: 0 } },
      additionalProperties: text,
    },
  })
  site.registerMeta({
    object: 'post',
    key: 'spots',
    type: 'array',
    single: true,
    schema: { type: 'array', items: { type: 'array', items: { type: 'integer', enum: [1, 2, 3] } } },
  })
  for (const key of ['constructor', 'a "b" / c'])
    site.registerMeta({ object: 'post', key, type: 'string', single: true })
  const handler = () => ({ body: {} })
  for (const path of PATHS)
    site.registerRoute('odd/v1', path, {
      endpoints: [
        endpoint({ methods: ['GET', 'DELETE'], permission: 'public', handler }),
        endpoint({ methods: ['POST', 'PUT', 'PATCH'], permission: 'public', handler }),
      ],
    })
  for (const [name, schema] of Object.entries(ARGUMENTS))
    for (const argument of [name, 'a [b]'])
      site.registerRoute('odd/v1', `/${argument === name ? 'named' : 'other'}/${name}`, {
        endpoints: (['GET', 'POST'] as const).map(methods =>
          endpoint({ methods, args: { [argument]: schema }, permission: 'public', handler }),
        ),
      })
}

for (const dialect of Object.values(dialects))
  t.test(`unusual registrations are described in the dialect ${dialect.name}`, { timeout: 120_000 }, async t => {
    const { site, send } = await makeSite({ dialect, register })
    await site.ready()
    const json = JSON.stringify(await openApiDocument(site.context))
    const document = JSON.parse(json) as OpenApiDocument
    const { valid, errors } = await new Validator().validate(JSON.parse(json))
    t.ok(valid, JSON.stringify(errors))
    const result = await validate(JSON.parse(json))
    t.ok(result.valid, JSON.stringify(result).slice(0, 2000))
    t.same(compareOpenApi(document, document), { breaking: [], added: [] })
    JSON.parse(json, (keyword, value: unknown) => {
      if (keyword === 'pattern' && typeof value === 'string') t.doesNotThrow(() => new RegExp(value, 'u'), value)
      return value
    })
    const validatorOf = createValidator(document)
    const meta = { veins: { seen: '2026-05-04T10:00:00', width: null, other: 'x' }, spots: [[1], []], constructor: 'c' }
    const prefix = `/${dialect.prefix}/v2`
    const { body: term } = await send('POST /forest', { body: { name: 'Oak' } })
    const { id: forest } = term as { readonly id: number }
    for (const [base, values] of [
      [`${prefix}/leaf`, { meta, forest: [forest] }],
      [`${prefix}/leaf`, {}],
      ['/wood/v3/twigs', { forest: [forest] }],
      [`${prefix}/posts`, { meta, forest: [forest] }],
    ] as const)
      for (const context of ['view', 'edit', 'embed']) {
        const { body } = await send(`POST /${base}`, { body: { title: 'x', status: 'publish', ...values } })
        const { id } = body as { readonly id: number }
        for (const [path, target] of [
          [`${base}/{id}`, `${base}/${id}`],
          [base, base],
        ] as const) {
          const shown = await send(`GET /${target}?context=${context}`)
          t.equal(shown.status, 200, target)
          const pointer = schemaPointer(document, path, 'GET', 200)
          if (pointer === undefined) t.fail(path)
          else t.same(validatorOf(pointer, 'whole')(JSON.parse(JSON.stringify(shown.body))), [], `${path} ${context}`)
        }
      }
  })
