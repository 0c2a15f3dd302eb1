import { type IncludedText, wrapperAttributes } from '@platen/rendering'
import { contextsOfUses, defineBlock, INTERACTIVITY, sectionTag, TEMPLATE_PART } from '../../../kernel/blocks/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { NO_AREA, partAreas, themes } from '../../themes/index.js'
import { findByNames, findFile } from '../rest/find-templates.js'
import type { Template } from '../template.js'
import { type TemplateName, templateId } from '../template-id.js'
import { allTemplateKinds } from '../template-kind.js'

/** The maximum number of parts on a page of records; further ones are empty. */
const MAX_PARTS = 500

/** Parts in files have no ids: these numbers are below those of patterns, and the same wherever a part is used. */
const FIRST_ID = -(2 ** 41)

/** A part, with the contexts of its uses. */
interface IncludedPart extends IncludedText {
  readonly area: string
}

const tagOf = new Map(partAreas.map(({ area, areaTag }) => [area, areaTag]))

/** The public version of a part: the file of the theme while the stored part is a draft. */
async function shownPart(site: SiteContext, name: TemplateName, part: Template | undefined) {
  const { post } = part ?? {}
  if (post === undefined || (post.status === 'publish' && post.password === '')) return part
  return findFile(site, allTemplateKinds(site).parts, name)
}

/** `core/template-part`: a part of the page that templates share. */
export const templatePart = defineBlock({
  name: TEMPLATE_PART,
  apiVersion: 3,
  title: 'Template Part',
  category: 'theme',
  description: 'A part of the page, such as its header, that templates share.',
  attributes: {
    slug: { type: 'string' },
    theme: { type: 'string' },
    tagName: { type: 'string' },
    area: { type: 'string' },
  },
  supports: { align: true, html: false, reusable: false, renaming: false, interactivity: INTERACTIVITY },
  usesUnlistedContext: ['postId', 'postType'],

  async load(uses, { site, options }) {
    const { stylesheet } = site.get(themes).active(options)
    const parts = new Map<string, IncludedPart>()
    const idOf = ({
      slug,
      theme = stylesheet,
    }: {
      readonly slug?: string | undefined
      readonly theme?: string | undefined
    }) => (slug === undefined || theme !== stylesheet ? undefined : templateId({ theme, slug }))
    const slugs = new Map<string, string>()
    for (const { attributes } of uses) {
      const id = idOf(attributes)
      if (id !== undefined && slugs.size < MAX_PARTS) slugs.set(id, attributes.slug ?? '')
    }
    if (slugs.size === 0) return { parts, idOf }
    const contexts = contextsOfUses(uses, idOf)
    const names = [...slugs].map(([id, slug]) => ({ id, theme: stylesheet, slug }))
    const stored = await findByNames(site, site.store, allTemplateKinds(site).parts, names)
    for (const { id, ...name } of names) {
      const part = await shownPart(site, name, stored.get(id))
      if (part === undefined) continue
      const { content, area = NO_AREA, post, position = 0 } = part
      parts.set(id, { id: post?.id ?? FIRST_ID - position, content, area, contexts: contexts.get(id) ?? [] })
    }
    return { parts, idOf }
  },

  includes: ({ parts }) => [...parts.values()],

  render(attributes, _content, { parts, idOf }, scope) {
    const id = idOf(attributes)
    const part = id === undefined ? undefined : parts.get(id)
    if (part === undefined) return ''
    const html = scope.contentOf(part, scope.context)
    const { tagName } = attributes
    const tag = tagName === undefined || tagName === '' ? (tagOf.get(part.area) ?? 'div') : sectionTag(tagName)
    return `<${tag}${wrapperAttributes(scope)}>${html}</${tag}>`
  },
})
