// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/themes`. */
export interface Theme extends Linked {
  /** The name of its folder, which identifies it. */
  stylesheet: string
  /** That of the parent of a child theme, or its own. */
  template: string
  /** The minimum version of the runtime. */
  requires_php: string
  /** The minimum version of the service. */
  requires_wp: string
  /** The domain of its texts. */
  textdomain: string
  /** Its version. */
  version: string
  /** The URL of a picture of it; empty for none. */
  screenshot: string
  /** Its author. */
  author: {
    /** The text of the theme, without unsafe markup. */
    raw?: string
    /** As HTML. */
    rendered?: string
  }
  /** The website of its author. */
  author_uri: {
    /** The text of the theme, without unsafe markup. */
    raw?: string
    /** As HTML. */
    rendered?: string
  }
  /** What it is like. */
  description: {
    /** The text of the theme, without unsafe markup. */
    raw?: string
    /** As HTML. */
    rendered?: string
  }
  /** Its name. */
  name: {
    /** The text of the theme, without unsafe markup. */
    raw?: string
    /** As HTML. */
    rendered?: string
  }
  /** Words about its looks and features. */
  tags: {
    /** As a list. */
    raw?: string[]
    /** As a text. */
    rendered?: string
  }
  /** Its page on the web. */
  theme_uri: {
    /** The text of the theme, without unsafe markup. */
    raw?: string
    /** As HTML. */
    rendered?: string
  }
  /** Whether the site shows it. */
  status: 'inactive' | 'active' | (string & {})
  /** The features that the theme supports. */
  theme_supports: {
    /** Whether blocks can be wide. */
    'align-wide'?: boolean
    /** Whether pages link to feeds. */
    'automatic-feed-links'?: boolean
    /** Whether it has templates of blocks. */
    'block-templates'?: boolean
    /** Whether it has template parts, but no templates, of blocks. */
    'block-template-parts'?: boolean
    /** The background that users may choose. */
    'custom-background'?:
      | boolean
      | {
          /** The color at first. */
          'default-color'?: string
          /** The image at first. */
          'default-image'?: string
          /** How the image lies at first. */
          'default-preset'?: 'default' | 'fill' | 'fit' | 'repeat' | 'custom'
          /** Where it begins from the left. */
          'default-position-x'?: 'left' | 'center' | 'right'
          /** Where it begins from the top. */
          'default-position-y'?: 'left' | 'center' | 'right'
          /** Its size. */
          'default-size'?: 'auto' | 'contain' | 'cover'
          /** Whether it repeats. */
          'default-repeat'?: 'repeat-x' | 'repeat-y' | 'repeat' | 'no-repeat'
          /** Whether it scrolls with the page. */
          'default-attachment'?: 'scroll' | 'fixed'
        }
    /** The image in the header that users may choose. */
    'custom-header'?:
      | boolean
      | {
          /** The image at first. */
          'default-image'?: string
          /** The color of texts at first. */
          'default-text-color'?: string
          /** Whether its height is free. */
          'flex-height'?: boolean
          /** Whether its width is free. */
          'flex-width'?: boolean
          /** Whether the header has texts. */
          'header-text'?: boolean
          /** Its height in pixels. */
          height?: number
          /** Whether one of several is chosen at random. */
          'random-default'?: boolean
          /** Whether users may upload one. */
          uploads?: boolean
          /** Whether it may be a video. */
          video?: boolean
          /** Its width in pixels. */
          width?: number
        }
    /** The logo that users may choose. */
    'custom-logo'?:
      | boolean
      | {
          /** Whether its height is free. */
          'flex-height'?: boolean
          /** Whether its width is free. */
          'flex-width'?: boolean
          /** Classes of what it replaces. */
          'header-text'?: string[]
          /** Its height in pixels. */
          height?: number
          /** Whether the logo is not a link on the front page. */
          'unlink-homepage-logo'?: boolean
          /** Its width in pixels. */
          width?: number
        }
    /** Whether widgets can be replaced one by one. */
    'customize-selective-refresh-widgets'?: boolean
    /** Whether it has a dark style for editors. */
    'dark-editor-style'?: boolean
    /** Whether colors other than those of the palette are off. */
    'disable-custom-colors'?: boolean
    /** Whether font sizes other than the presets are off. */
    'disable-custom-font-sizes'?: boolean
    /** Whether gradients other than the presets are off. */
    'disable-custom-gradients'?: boolean
    /** Whether the generated styles of layouts are off. */
    'disable-layout-styles'?: boolean
    /** Colors. */
    'editor-color-palette'?: boolean | Record<string, unknown>[]
    /** Font sizes. */
    'editor-font-sizes'?: boolean | Record<string, unknown>[]
    /** Gradients. */
    'editor-gradient-presets'?: boolean | Record<string, unknown>[]
    /** Spacing sizes. */
    'editor-spacing-sizes'?: boolean | Record<string, unknown>[]
    /** Whether it has styles for editors. */
    'editor-styles'?: boolean
    /** The parts of pages that are HTML5. */
    html5?: boolean | ('search-form' | 'comment-form' | 'comment-list' | 'gallery' | 'caption' | 'script' | 'style')[]
    /** The post formats. */
    formats?: ('standard' | 'aside' | 'chat' | 'gallery' | 'link' | 'image' | 'quote' | 'status' | 'video' | 'audio')[]
    /** The post types with featured images; all of them if true. */
    'post-thumbnails'?: boolean | string[]
    /** Whether embeds adapt to the page. */
    'responsive-embeds'?: boolean
    /** Whether it leaves the title of pages to the site. */
    'title-tag'?: boolean
    /** Whether it uses the default styles of blocks. */
    'wp-block-styles'?: boolean
  }
  /** Whether its templates consist of blocks. */
  is_block_theme: boolean
  /** The URL of its folder. */
  stylesheet_uri: string
  /** The URL of the folder of its parent, or its own. */
  template_uri: string
  /** The kinds of pages that themes can have templates for. */
  default_template_types: {
    /** The name of the template. */
    slug?: string
    /** Its title, for people. */
    title?: string
    /** What it shows. */
    description?: string
  }[]
  /** The areas of a page that template parts can be for. */
  default_template_part_areas: {
    /** The name of the area. */
    area?: string
    /** Its name, for people. */
    label?: string
    /** What it is. */
    description?: string
    /** The name of an icon. */
    icon?: string
    /** The HTML element around parts in it. */
    area_tag?: string
  }[]
}

/** A response of `/cms/v2/global-styles/themes/…/variations`. */
export interface StyleVariation extends Linked {
  /** The name for people. */
  title: string
  /** The settings. */
  settings?: Record<string, unknown>
  /** The styles. */
  styles?: Record<string, unknown>
  [name: string]: unknown
}

/** A response of `/cms/v2/global-styles/themes/…`. */
export interface ThemeStyles extends Linked {
  /** The settings. */
  settings: Record<string, unknown>
  /** The styles. */
  styles: Record<string, unknown>
}

/** A response of `/cms/v2/global-styles/…`. */
export interface GlobalStyles extends Linked {
  /** The identifier of the styles. */
  id: number
  /** Styles in the form of theme.json. */
  styles: Record<string, unknown>
  /** Settings in the form of theme.json. */
  settings: Record<string, unknown>
  /** The title of the styles. */
  title: {
    /** The title as it is stored. */
    raw: string
    /** The title for display, as HTML. */
    rendered: string
  }
}

/** A response of `/cms/v2/global-styles/…/revisions`. */
export interface GlobalStylesRevision extends Linked {
  /** The id of the user who created the revision. */
  author: number
  /** The date of the revision, in the site's time zone. */
  date: string
  /** The date of the revision in UTC. */
  date_gmt: string
  /** The identifier of the revision. */
  id: number
  /** The date of the last change, in the site's time zone. */
  modified: string
  /** The date of the last change in UTC. */
  modified_gmt: string
  /** The id of the post. */
  parent: number
  /** Styles in the form of theme.json. */
  styles: Record<string, unknown>
  /** Settings in the form of theme.json. */
  settings: Record<string, unknown>
}
