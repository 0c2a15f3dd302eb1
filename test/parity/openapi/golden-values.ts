import { toWire } from '../runner/wire.js'

/** The token of a golden for a value that only has to be there. */
const ANY = '<any>'

const SAMPLES: Readonly<Record<string, string>> = {
  '<datetime>': '2026-01-02T03:04:05',
  '<uuid>': '6a2f3d9e-3b0c-4d57-9c1e-0f4b7a8d9e10',
  '<n>': '12',
  '<id>': '12',
  '<ymd>': '2026/01/02',
  '<ym>': '2026/01',
  '<text>': 'text',
  '<secret>': 'abcd efgh ijkl',
  '<avatar>': 'https://avatars.example/1.png',
  '{api}': 'https://site.example/wp-json',
  '{site}': 'https://site.example',
  '{uploads}': 'https://site.example/uploads',
  '{rels}': 'https://api.w.org/{rel}',
}

/** A value that a golden stands for, and the JSON pointers of those that may be any. */
export interface Sample {
  readonly value: unknown
  readonly masked: ReadonlySet<string>
}

/** Replaces the tokens of a golden by values of their kind, in the dialect `wp`. */
export function sampleOfGolden(golden: unknown, vars: Readonly<Record<string, unknown>>): Sample {
  const masked = new Set<string>()
  const sampleOf = (text: string): string =>
    toWire(
      text.replace(/<\w+>|\{\w+%?\}/g, token => {
        if (!token.startsWith('{')) return SAMPLES[token] ?? token
        return SAMPLES[token] ?? String(vars[token.slice(1, -1)] ?? 12)
      }),
      'wp',
    )
  return { value: sample(golden, ''), masked }

  function sample(value: unknown, at: string): unknown {
    if (value === ANY) masked.add(at)
    // A step may save the value that it is answered.
    if (at.endsWith('/uuid') && typeof value === 'string' && value.startsWith('{')) return SAMPLES['<uuid>']
    if (typeof value === 'string') return /^#(\{\w+\}|<id>)$/.test(value) ? 12 : sampleOf(value)
    if (Array.isArray(value)) return value.map((item, index) => sample(item, `${at}/${index}`))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const name = sampleOf(key)
        return [name, sample(item, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)]
      }),
    )
  }
}
