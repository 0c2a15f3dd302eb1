/** Scenarios and goldens say "cms" for the interface's prefix; a server may say another word. */
const BUILT_INS =
  'block|template|template_part|navigation|global_styles|font_family|font_face|pattern_category|pattern_category_exclude|theme|template_part_area|pattern_sync_status'
const RELATIONS = 'term|featuredmedia|attachment|post_type|items|action'

/** A text of a scenario, as the server with this prefix knows it. */
export function toWire(text: string, prefix: string): string {
  if (prefix === 'cms') return text
  return text
    .replace(/\bcms\/v2/g, `${prefix}/v2`)
    .replace(/\bcms-(site-health|block-editor|abilities)\b/g, `${prefix}-$1`)
    .replace(new RegExp(`\\bcms:(?=(?:${RELATIONS})\\b)`, 'g'), `${prefix}:`)
    .replace(new RegExp(`\\bcms_(${BUILT_INS})\\b`, 'g'), `${prefix}_$1`)
}

/** A text of an answer, as goldens have it. */
export function fromWire(text: string, prefix: string): string {
  if (prefix === 'cms') return text
  return text
    .replace(new RegExp(`\\b${prefix}/v2`, 'g'), 'cms/v2')
    .replace(new RegExp(`\\b${prefix}-(site-health|block-editor|abilities)/v1`, 'g'), 'cms-$1/v1')
    .replace(new RegExp(`\\b${prefix}_(${BUILT_INS})\\b`, 'g'), 'cms_$1')
    .replace(new RegExp(`^${prefix}(?=:[a-z]|$)`), 'cms')
    .replace(/https:\/\/api\.w\.org\//g, '{rels}')
    .replace(new RegExp(`\\bX-${prefix.toUpperCase()}-`, 'g'), 'X-CMS-')
}

/** A value with all its texts, and the names in it, changed. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(item => mapStrings(item, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]))
}
