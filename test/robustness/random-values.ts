import type { Schema } from '@platen/core'
import type { Random } from './random.js'

const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'true',
  'null',
  'a',
  'Some words, and more',
  'ünïcödé 🎈 日本語',
  '<b>bold</b><script>alert(1)</script>',
  '<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->',
  '<!-- wp:parity/dynamic {"count":3} /-->',
  '<!-- wp:broken {"a": --><p',
  '[gallery ids="1,2"][/x][[escaped]]',
  "'; drop table posts; --",
  '%_\\"*?:^~()',
  '../../etc/passwd',
  'a\0b',
  'a\r\nSet-Cookie: b=c',
  'a\ud800b',
  '\u2028\u202e\ufeff',
  '__proto__',
  'constructor',
  'publish',
  'draft,private,future',
  'post,page,any',
  'edit',
  '2024-02-30T25:61:61',
  '2024-01-02T03:04:05',
  '0000-00-00T00:00:00',
  '-271821-04-20T00:00:00Z',
  '99999-12-31T23:59:59+99:99',
  'https://example.com/?a=b#c',
  'javascript:alert(1)',
  'http://[::1]:99999/%zz',
  'somebody@example.com',
  '#fff',
  '127.0.0.1',
  '6f1c8a52-5c8e-4a0a-9a53-2b1a5cf4a2aa',
  '99999999999999999999',
  '1e400',
  '0x10',
  '1.5',
  'x'.repeat(5000),
  '&amp;&#0;&#x110000;&nope;',
]
const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  7,
  1.5,
  100,
  101,
  1e9,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  2 ** 64,
  1e21,
  1e308,
  Number.POSITIVE_INFINITY,
]
const NAMES: readonly string[] = [
  'a',
  '0',
  'raw',
  'rendered',
  'id',
  'terms',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '',
  'x y',
  'ä',
]

/** A text that somebody might send. */
export const randomText = (random: Random): string => random.pick(TEXTS)

/** Any value at all. */
export function anyValue(random: Random, depth = 0): unknown {
  const kind = random.int(0, depth > 3 ? 4 : 7)
  if (kind <= 1) return randomText(random)
  if (kind === 2) return random.pick(NUMBERS)
  if (kind === 3) return random.chance(0.5)
  if (kind === 4) return null
  if (kind === 5) return random.several(0, 4, () => anyValue(random, depth + 1))
  return randomMap(random, () => anyValue(random, depth + 1))
}

function randomMap(random: Random, value: () => unknown): Record<string, unknown> {
  // Made by way of JSON, so that `__proto__` is a member like any other.
  const members = random.several(
    0,
    4,
    () => `${JSON.stringify(random.pick(NAMES))}:${JSON.stringify(value()) ?? 'null'}`,
  )
  return JSON.parse(`{${members.join(',')}}`)
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2024-01-02T03:04:05', '2030-12-31T23:59:59Z', '2024-02-29T12:00:00+02:00', '1969-07-20T20:17:40'],
  uri: ['https://example.com/', 'http://localhost:1/a?b=c', '/relative', 'mailto:a@b.c'],
  email: ['somebody@example.com', 'a.b+c@sub.example.org'],
  ip: ['127.0.0.1', '::1'],
  uuid: ['6f1c8a52-5c8e-4a0a-9a53-2b1a5cf4a2aa'],
  'hex-color': ['#fff', '#a1b2c3'],
}

/** A value that mostly matches a schema; `ids` are of things that there are. */
export function valueFor(schema: Schema, random: Random, ids: readonly number[]): unknown {
  if (schema.enum !== undefined && schema.enum.length > 0) return random.pick(schema.enum)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) return valueFor(random.pick(alternatives), random, ids)
  const types = [schema.type ?? 'string'].flat()
  switch (random.pick(types)) {
    case 'null':
      return null
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
      return random.chance(0.6) && ids.length > 0
        ? random.pick(ids)
        : random.int(schema.minimum ?? 0, Math.min(schema.maximum ?? 50, 50))
    case 'number':
      return random.int(schema.minimum ?? -5, schema.maximum ?? 50) + random.next()
    case 'array':
      return random.several(0, 3, () => valueFor([schema.items ?? {}].flat()[0] as Schema, random, ids))
    case 'object':
      return objectFor(schema, random, ids)
    default:
      return schema.format !== undefined && random.chance(0.9)
        ? random.pick(FORMATS[schema.format] ?? [''])
        : randomText(random)
  }
}

function objectFor(schema: Schema, random: Random, ids: readonly number[]): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.required === true || random.chance(0.5)) value[name] = valueFor(property, random, ids)
  }
  return random.chance(0.1) ? { ...value, ...randomMap(random, () => anyValue(random)) } : value
}
