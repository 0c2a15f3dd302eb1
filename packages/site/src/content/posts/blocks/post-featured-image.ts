import {
  borderAttributes,
  escapeAttribute,
  escapeHtml,
  escapeUrl,
  presetSlug,
  safeStyle,
  stripTags,
  styleValue,
  wrapperAttributes,
} from '@platen/rendering'
import { type BlockScope, defineBlock, INTERACTIVITY, SPACING } from '../../../kernel/blocks/index.js'
import { shownTitle } from '../index.js'
import { loadImages, loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

const NAME = 'wp-block-post-featured-image'
const IMAGE = `.${NAME} img`

/** The attributes with the styles of the image. */
interface Look {
  readonly aspectRatio?: string | undefined
  readonly width?: string | undefined
  readonly height?: string | undefined
  readonly scale: string
  readonly overlayColor?: string | undefined
  readonly customOverlayColor?: string | undefined
  readonly dimRatio: number
  readonly gradient?: string | undefined
  readonly customGradient?: string | undefined
}

const declaration = (property: string, value: unknown): string =>
  typeof value === 'string' && value !== '' ? safeStyle(`${property}:${value.split(';', 1).join()}`) : ''

const styleOf = (declarations: readonly string[]): string => {
  const written = declarations.filter(each => each !== '')
  return written.length === 0 ? '' : `${written.join(';')};`
}

function imageStyle({ aspectRatio, width, height, scale }: Look, border: string, shadow: unknown): string {
  const ratio = aspectRatio
    ? [declaration('aspect-ratio', aspectRatio === 'auto' ? '' : aspectRatio), 'width:100%']
    : []
  const tall = height ? declaration('height', height) : width ? 'height:auto' : ''
  return styleOf([
    border,
    ...ratio,
    tall,
    declaration('width', width),
    scale === '' ? '' : declaration('object-fit', scale),
    declaration('box-shadow', styleValue(shadow, 'shadow')),
  ])
}

/** A layer of color over the image. */
function overlayHtml(look: Look, { block }: { readonly block: Parameters<typeof borderAttributes>[0] }): string {
  const { overlayColor, customOverlayColor, gradient, customGradient } = look
  const hasGradient = Boolean(gradient ?? customGradient)
  const dim = Math.trunc(look.dimRatio)
  if (dim <= 0 || dim > 100) return ''
  const { classes: borderClasses, style: border } = borderAttributes(block)
  const classes = [
    `${NAME}__overlay`,
    ...borderClasses,
    'has-background-dim',
    `has-background-dim-${dim}`,
    ...(overlayColor ? [`has-${presetSlug(overlayColor)}-background-color`] : []),
    ...(hasGradient ? ['has-background-gradient'] : []),
    ...(gradient ? [`has-${presetSlug(gradient)}-gradient-background`] : []),
  ]
  const written = (property: string, value: unknown) => declaration(property, value).replace(':', ': ')
  const style = [border, written('background-image', customGradient), written('background-color', customOverlayColor)]
  return `<span class="${escapeHtml(classes.join(' '))}" style="${escapeHtml(style.filter(each => each !== '').join(';'))}" aria-hidden="true"></span>`
}

const shadowOf = (style: unknown): unknown =>
  typeof style === 'object' && style !== null && 'shadow' in style ? style.shadow : undefined

/** `core/post-featured-image`: the featured image of a post, maybe as a link to the post. */
export const postFeaturedImage = defineBlock({
  name: 'core/post-featured-image',
  apiVersion: 3,
  title: 'Featured Image',
  category: 'theme',
  description: 'Shows the featured image of a post.',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    isLink: { type: 'boolean', default: false, role: 'content' },
    aspectRatio: { type: 'string' },
    width: { type: 'string' },
    height: { type: 'string' },
    scale: { type: 'string', default: 'cover' },
    sizeSlug: { type: 'string' },
    rel: { type: 'string', attribute: 'rel', default: '', role: 'content' },
    linkTarget: { type: 'string', default: '_self', role: 'content' },
    overlayColor: { type: 'string' },
    customOverlayColor: { type: 'string' },
    dimRatio: { type: 'number', default: 0 },
    gradient: { type: 'string' },
    customGradient: { type: 'string' },
    useFirstImageFromPost: { type: 'boolean', default: false },
  },
  supports: {
    anchor: true,
    align: ['left', 'right', 'center', 'wide', 'full'],
    color: { text: false, background: false },
    __experimentalBorder: {
      color: true,
      radius: true,
      width: true,
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { color: true, radius: true, width: true },
    },
    filter: { duotone: true },
    shadow: { __experimentalSkipSerialization: true },
    html: false,
    spacing: SPACING,
    interactivity: INTERACTIVITY,
  },
  selectors: {
    dimensions: IMAGE,
    border: `${IMAGE}, .${NAME} .block-editor-media-placeholder, .${NAME} .${NAME}__overlay`,
    shadow: `${IMAGE}, .${NAME} .components-placeholder`,
    filter: {
      duotone: `${IMAGE}, .${NAME} .${NAME}__placeholder, .${NAME} .components-placeholder__illustration, .${NAME} .components-placeholder::before`,
    },
  },
  example: { viewportWidth: 350 },

  async load(uses, scope: BlockScope) {
    const posts = await usedPosts(uses, scope)
    const isLinked = uses.some(({ attributes }) => attributes.isLink)
    return {
      posts,
      linkOf: await loadLinks(scope, isLinked ? posts.all : []),
      imageOf: await loadImages(scope, posts.all),
    }
  },

  render(attributes, _content, { posts, linkOf, imageOf }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined) return ''
    const { isLink, sizeSlug: size = 'post-thumbnail', rel, linkTarget } = attributes
    const border = borderAttributes(scope.block)
    const image = imageOf(post, {
      size,
      style: imageStyle(attributes, border.style, shadowOf(scope.block.attributes['style'])),
      className: border.classes.length > 0 ? border.classes.join(' ') : undefined,
      alt: isLink ? stripTags(shownTitle(post, scope)).trim() : undefined,
    })
    if (image === undefined) return ''
    const inner = `${image}${overlayHtml(attributes, scope)}`
    const relation = rel === '' ? '' : `rel="${escapeAttribute(rel)}"`
    const html = isLink
      ? `<a href="${escapeUrl(linkOf(post))}" target="${escapeAttribute(linkTarget)}" ${relation}>${inner}</a>`
      : inner
    return `<figure${wrapperAttributes(scope)}>${html}</figure>`
  },
})
