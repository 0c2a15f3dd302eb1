import { fold } from '@platen/site'

/** Slugs are kept within this many characters. */
const LONGEST = 200

/**
 * The slug of a name, for things that an export has no slug of: folded, words joined by hyphens, letters of other
 * scripts percent-encoded as exports write them.
 */
export function slugOf(name: string): string {
  const words = fold(name.replace(/<[^>]*>/g, ''))
    .replace(/['’‘"“”]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  let slug = ''
  for (const sign of words) {
    const written = /[\w-]/.test(sign) ? sign : encodeURIComponent(sign).toLowerCase()
    if (slug.length + written.length > LONGEST) break
    slug += written
  }
  return slug.replace(/-+$/, '')
}

/** A slug with a number after it. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`
  return `${slug.slice(0, LONGEST - suffix.length).replace(/-+$/, '')}${suffix}`
}
