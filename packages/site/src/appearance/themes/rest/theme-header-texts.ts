import { isUrl } from '@platen/core'
import { escapeUrl, filterHtml, renderTitle, safeUrl } from '@platen/rendering'
import { withoutTags } from '../../../kernel/options/index.js'
import type { ThemeHeader } from '../reading/theme.js'

/** A text as the header has it, without unsafe markup, and as HTML. */
export interface HeaderText {
  readonly raw: string
  readonly rendered: string
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:|[/#?])/i

/** A URL of a header, absolute and safe; empty for an unsafe one. */
function cleanUrl(url: string): string {
  if (url === '') return ''
  const safe = safeUrl(SCHEME.test(url) ? url : `http://${url}`)
  if (!SCHEME.test(safe)) return ''
  return isUrl(safe) ? encodeURI(decodable(safe)).replace(/[<>"]/g, '') : ''
}

/** A URL whose percent signs can be encoded again without change. */
function decodable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url.replaceAll('%', '')
  }
}

export const nameText = ({ name }: ThemeHeader): HeaderText => {
  const clean = filterHtml(name, 'name')
  return { raw: clean, rendered: clean }
}

export const descriptionText = ({ description }: ThemeHeader): HeaderText => {
  const clean = filterHtml(description, 'note')
  return { raw: clean, rendered: renderTitle(clean) }
}

export const urlText = (url: string): HeaderText => {
  const clean = cleanUrl(url)
  return { raw: clean, rendered: escapeUrl(clean) }
}

/** The author, linked to the author's site. */
export function authorText({ author, authorUri }: ThemeHeader): HeaderText {
  const raw = filterHtml(author, 'note')
  const { rendered: url } = urlText(authorUri)
  if (raw === '') return { raw, rendered: 'Anonymous' }
  return { raw, rendered: url === '' ? raw : `<a href="${url}">${raw}</a>` }
}

export function tagTexts({ tags }: ThemeHeader): { readonly raw: readonly string[]; readonly rendered: string } {
  const raw = tags.map(withoutTags).filter(tag => tag !== '')
  return { raw, rendered: raw.join(', ') }
}
