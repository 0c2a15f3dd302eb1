import type { Schema } from '@platen/core'
import { POST_FORMATS } from '../../../content/posts/index.js'
import { defineFilter } from '../../../kernel/context/index.js'
import type { ActiveTheme } from '../reading/theme.js'

/** The features that a theme supports, by name: `false`, `true` or their options. */
export type ThemeSupports = Readonly<Record<string, unknown>>

/** Filters the features that the active theme supports, such as post formats. */
export const themeSupports = defineFilter<{ readonly value: ThemeSupports; readonly theme: ActiveTheme }>(
  'theme.supports',
)

const HTML5 = ['comment-form', 'comment-list', 'search-form', 'gallery', 'caption', 'style', 'script']

/** The default supports of a theme: a block theme has more than a classic one. */
export const supportsOf = ({ isBlockTheme }: ActiveTheme): ThemeSupports => ({
  'align-wide': false,
  'automatic-feed-links': isBlockTheme,
  'block-templates': isBlockTheme,
  'block-template-parts': false,
  'custom-background': false,
  'custom-header': false,
  'custom-logo': false,
  'customize-selective-refresh-widgets': false,
  'dark-editor-style': false,
  'disable-custom-colors': false,
  'disable-custom-font-sizes': false,
  'disable-custom-gradients': false,
  'disable-layout-styles': false,
  'editor-color-palette': false,
  'editor-font-sizes': false,
  'editor-gradient-presets': false,
  'editor-spacing-sizes': false,
  'editor-styles': isBlockTheme,
  html5: isBlockTheme ? HTML5 : false,
  formats: ['standard'],
  'post-thumbnails': isBlockTheme,
  'responsive-embeds': isBlockTheme,
  'title-tag': false,
  'wp-block-styles': false,
})

const flag = (description: string): Schema => ({ description, type: 'boolean', default: false })
const text = (description: string, more: Schema = {}): Schema => ({ description, type: 'string', ...more })
const yes = (description: string): Schema => ({ description, type: 'boolean' })
const whole = (description: string): Schema => ({ description, type: 'integer' })

/** Options of a feature that may also be off. */
const options = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  description,
  type: ['boolean', 'object'],
  default: false,
  properties,
  additionalProperties: false,
})

/** A list of presets, or `false` for the default ones. */
const presets = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  description,
  type: ['boolean', 'array'],
  default: false,
  items: { type: 'object', properties, additionalProperties: false },
})

const named = { name: text('The name, for people.'), slug: text('The slug, which style names contain.') }
const url = { format: 'uri' } as const

const background = options('The background that users may choose.', {
  'default-color': text('The color at first.'),
  'default-image': text('The image at first.', url),
  'default-preset': text('How the image lies at first.', { enum: ['default', 'fill', 'fit', 'repeat', 'custom'] }),
  'default-position-x': text('Where it begins from the left.', { enum: ['left', 'center', 'right'] }),
  'default-position-y': text('Where it begins from the top.', { enum: ['left', 'center', 'right'] }),
  'default-size': text('Its size.', { enum: ['auto', 'contain', 'cover'] }),
  'default-repeat': text('Whether it repeats.', { enum: ['repeat-x', 'repeat-y', 'repeat', 'no-repeat'] }),
  'default-attachment': text('Whether it scrolls with the page.', { enum: ['scroll', 'fixed'] }),
})

const header = options('The image in the header that users may choose.', {
  'default-image': text('The image at first.', url),
  'default-text-color': text('The color of texts at first.'),
  'flex-height': yes('Whether its height is free.'),
  'flex-width': yes('Whether its width is free.'),
  'header-text': yes('Whether the header has texts.'),
  height: whole('Its height in pixels.'),
  'random-default': yes('Whether one of several is chosen at random.'),
  uploads: yes('Whether users may upload one.'),
  video: yes('Whether it may be a video.'),
  width: whole('Its width in pixels.'),
})

const logo = options('The logo that users may choose.', {
  'flex-height': yes('Whether its height is free.'),
  'flex-width': yes('Whether its width is free.'),
  'header-text': { description: 'Classes of what it replaces.', type: 'array', items: { type: 'string' } },
  height: whole('Its height in pixels.'),
  'unlink-homepage-logo': yes('Whether the logo is not a link on the front page.'),
  width: whole('Its width in pixels.'),
})

/** The schema of `theme_supports`. */
export const supportsSchema: Schema = {
  description: 'The features that the theme supports.',
  type: 'object',
  properties: {
    'align-wide': flag('Whether blocks can be wide.'),
    'automatic-feed-links': flag('Whether pages link to feeds.'),
    'block-templates': flag('Whether it has templates of blocks.'),
    'block-template-parts': flag('Whether it has template parts, but no templates, of blocks.'),
    'custom-background': background,
    'custom-header': header,
    'custom-logo': logo,
    'customize-selective-refresh-widgets': flag('Whether widgets can be replaced one by one.'),
    'dark-editor-style': flag('Whether it has a dark style for editors.'),
    'disable-custom-colors': flag('Whether colors other than those of the palette are off.'),
    'disable-custom-font-sizes': flag('Whether font sizes other than the presets are off.'),
    'disable-custom-gradients': flag('Whether gradients other than the presets are off.'),
    'disable-layout-styles': flag('Whether the generated styles of layouts are off.'),
    'editor-color-palette': presets('Colors.', { ...named, color: text('The color in CSS.') }),
    'editor-font-sizes': presets('Font sizes.', {
      ...named,
      size: { description: 'The size in pixels.', type: 'number' },
    }),
    'editor-gradient-presets': presets('Gradients.', { ...named, gradient: text('The gradient in CSS.') }),
    'editor-spacing-sizes': presets('Spacing sizes.', { ...named, size: text('The size in CSS.') }),
    'editor-styles': flag('Whether it has styles for editors.'),
    html5: {
      description: 'The parts of pages that are HTML5.',
      type: ['boolean', 'array'],
      default: false,
      items: {
        type: 'string',
        enum: ['search-form', 'comment-form', 'comment-list', 'gallery', 'caption', 'script', 'style'],
      },
    },
    formats: {
      description: 'The post formats.',
      type: 'array',
      default: ['standard'],
      items: { type: 'string', enum: POST_FORMATS },
    },
    'post-thumbnails': {
      description: 'The post types with featured images; all of them if true.',
      type: ['boolean', 'array'],
      default: false,
      items: { type: 'string' },
    },
    'responsive-embeds': flag('Whether embeds adapt to the page.'),
    'title-tag': flag('Whether it leaves the title of pages to the site.'),
    'wp-block-styles': flag('Whether it uses the default styles of blocks.'),
  },
}
