/** Scenarios and goldens say "cms" for the interface's prefix; a server may say another word. */
const BUILT_INS =
  'block|template|template_part|navigation|global_styles|font_family|font_face|pattern_category|pattern_category_exclude|theme|template_part_area|pattern_sync_status'
const RELATIONS = 'term|featuredmedia|attachment|post_type|items|action'

type Changes = readonly (readonly [pattern: RegExp, replacement: string])[]

/** By prefix: what a text of a scenario becomes on its way to the server, and back. */
const changes = new Map<string, { readonly to: Changes; readonly from: Changes }>()

function changesFor(prefix: string) {
  const known = changes.get(prefix)
  if (known !== undefined) return known
  const made = {
    to: [
      [/\bcms\/v2/g, `${prefix}/v2`],
      [/\bcms-(site-health|block-editor|abilities)\b/g, `${prefix}-$1`],
      [new RegExp(`\\bcms:(?=(?:${RELATIONS})\\b)`, 'g'), `${prefix}:`],
      [new RegExp(`\\bcms_(${BUILT_INS})\\b`, 'g'), `${prefix}_$1`],
    ],
    from: [
      [new RegExp(`\\b${prefix}/v2`, 'g'), 'cms/v2'],
      [new RegExp(`\\b${prefix}-(site-health|block-editor|abilities)/v1`, 'g'), 'cms-$1/v1'],
      [new RegExp(`\\b${prefix}_(${BUILT_INS})\\b`, 'g'), 'cms_$1'],
      [new RegExp(`^${prefix}(?=:[a-z]|$)`), 'cms'],
      [/https:\/\/api\.w\.org\//g, '{rels}'],
      [new RegExp(`\\bX-${prefix.toUpperCase()}-`, 'g'), 'X-CMS-'],
    ],
  } satisfies { to: Changes; from: Changes }
  changes.set(prefix, made)
  return made
}

const changed = (text: string, list: Changes) =>
  list.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)

/** A text of a scenario, as the server with this prefix knows it. */
export const toWire = (text: string, prefix: string): string =>
  prefix === 'cms' || !text.includes('cms') ? text : changed(text, changesFor(prefix).to)

/** A text of an answer, as goldens have it. */
export function fromWire(text: string, prefix: string): string {
  const holdsPrefix = text.includes(prefix) || text.includes(prefix.toUpperCase()) || text.includes('api.w.org')
  return prefix === 'cms' || !holdsPrefix ? text : changed(text, changesFor(prefix).from)
}

/** A value with all its texts, and the names in it, changed. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(item => mapStrings(item, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]))
}
