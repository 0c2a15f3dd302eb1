import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import { asStoredFile, mediaMetaKeys, mediaSettings, type StoredFile } from '../../content/media/index.js'
import { defineBlock, INTERACTIVITY, SPACING_WITHOUT_CONTROLS } from '../../kernel/blocks/index.js'
import { metaIn, whereMeta } from '../../kernel/records/index.js'

interface Logo {
  readonly file: StoredFile
  readonly alt: string
}

const MAX_WIDTH = 10_000

/** The width and height of the logo: those of the image, in the proportion of the image if the block has a width. */
function dimensionsOf({ width, height }: StoredFile, requestedWidth: number | undefined): string {
  if (width === null || height === null || width === 0) return ''
  if (requestedWidth === undefined) return ` width="${width}" height="${height}"`
  return ` width="${requestedWidth}" height="${Math.max(1, Math.round((requestedWidth * height) / width))}"`
}

/** `core/site-logo`: the logo of the settings. */
export const siteLogo = defineBlock({
  name: 'core/site-logo',
  apiVersion: 3,
  title: 'Site Logo',
  category: 'theme',
  description: 'The logo of the site.',
  styles: [
    { name: 'default', label: 'Default', isDefault: true },
    { name: 'rounded', label: 'Rounded' },
  ],
  example: {
    viewportWidth: 500,
    attributes: { width: 350, className: 'block-editor-block-types-list__site-logo-example' },
  },
  selectors: {
    filter: {
      duotone:
        '.wp-block-site-logo img, .wp-block-site-logo .components-placeholder__illustration, .wp-block-site-logo .components-placeholder::before',
    },
  },
  supports: {
    anchor: true,
    html: false,
    align: true,
    alignWide: false,
    color: { text: false, background: false },
    spacing: SPACING_WITHOUT_CONTROLS,
    interactivity: INTERACTIVITY,
    filter: { duotone: true },
  },
  attributes: {
    width: { type: 'number' },
    isLink: { type: 'boolean', default: true, role: 'content' },
    linkTarget: { type: 'string', default: '_self', role: 'content' },
    shouldSyncIcon: { type: 'boolean' },
  },
  async load(_uses, { site, options }): Promise<Logo | undefined> {
    const id = options.number('site_logo')
    if (id <= 0 || site.get(mediaSettings).storage === undefined) return undefined
    const { and, eq, in: isIn } = whereMeta
    const keys = [mediaMetaKeys.file, mediaMetaKeys.alt]
    const { records } = await metaIn(site.store).find({
      where: and(eq('kind', 'post'), eq('object', id), isIn('key', keys)),
    })
    const storedAt = (key: string) => records.find(record => record.key === key)?.value
    const file = asStoredFile(storedAt(mediaMetaKeys.file))
    return file && { file, alt: String(storedAt(mediaMetaKeys.alt) ?? '') }
  },

  render({ width, isLink, linkTarget }, _content, logo, scope) {
    const { site, options } = scope
    const { storage } = site.get(mediaSettings)
    if (logo === undefined || storage === undefined) return ''
    const requestedWidth =
      width !== undefined && width > 0 && width <= MAX_WIDTH ? Math.max(1, Math.round(width)) : undefined
    const alt = escapeAttribute(logo.alt || options.text('title'))
    const src = escapeUrl(storage.url(logo.file.path))
    const image = `<img loading="lazy" decoding="async"${dimensionsOf(logo.file, requestedWidth)} src="${src}" class="custom-logo" alt="${alt}" />`
    const opening = linkTarget === '_blank' ? ' aria-label="(Home link, opens in a new tab)" target="_blank"' : ''
    const html = isLink
      ? `<a${opening} href="${escapeUrl(`${site.url}/`)}" class="custom-logo-link" rel="home">${image}</a>`
      : image
    return `<div${wrapperAttributes(scope, requestedWidth === undefined ? ['is-default-size'] : [])}>${html}</div>`
  },
})
