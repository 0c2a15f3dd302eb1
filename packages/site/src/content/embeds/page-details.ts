import { isUrl } from '@platen/core'
import { type HeadElement, type PageHead, readPageHead, sanitizeTextField } from '@platen/rendering'

/** The details of a link for editors. Texts are plain and empty if unknown; URLs are absolute. */
export interface PageDetails {
  readonly title: string
  readonly icon: string
  readonly description: string
  readonly image: string
}

export const NO_DETAILS: PageDetails = Object.freeze({ title: '', icon: '', description: '', image: '' })

const ICONS: ReadonlySet<string> = new Set(['icon', 'apple-touch-icon'])
const DESCRIPTIONS = ['description', 'og:description']
const IMAGES = ['og:image', 'og:image:url', 'og:image:secure_url']

/** The content of the first `meta` with one of the names, in the order of the names. */
function metaContent(metas: readonly HeadElement[], names: readonly string[]): string {
  for (const name of names) {
    const element = metas.find(meta =>
      [meta.get('name'), meta.get('property')].some(nameOrProperty => nameOrProperty?.toLowerCase() === name),
    )
    const content = element?.get('content') ?? ''
    if (content !== '') return content
  }
  return ''
}

const relations = (link: HeadElement): readonly string[] => (link.get('rel') ?? '').toLowerCase().split(/\s+/)

const iconHref = ({ links }: PageHead): string =>
  links.find(link => relations(link).some(name => ICONS.has(name)) && link.get('href'))?.get('href') ?? ''

/** An absolute http or https URL; empty for anything else. */
function webUrl(href: string, base: string): string {
  if (href === '' || !isUrl(href, base)) return ''
  const url = new URL(href, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : ''
}

/** Reads the details of a page; `url` is its own, which relative URLs in it are based on. */
export function pageDetails(html: string, url: string): PageDetails {
  const head = readPageHead(html)
  const base = webUrl(head.base ?? '', url) || url
  return {
    title: sanitizeTextField(head.title ?? ''),
    icon: webUrl(iconHref(head), base),
    description: sanitizeTextField(metaContent(head.metas, DESCRIPTIONS)),
    image: webUrl(metaContent(head.metas, IMAGES), base),
  }
}
