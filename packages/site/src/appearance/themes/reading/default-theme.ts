import { type ThemeSource, themeOf } from './theme-source.js'

const STYLE = `/*
Theme Name: Platen
Author: The Platen authors
Description: The theme that sites begin with: one column, a header and a footer.
Version: 1.0.0
Tags: one-column, full-site-editing
Text Domain: platen
*/
`

const THEME_JSON = {
  version: 3,
  settings: {
    appearanceTools: true,
    color: {
      palette: [
        { slug: 'base', color: '#ffffff', name: 'Base' },
        { slug: 'contrast', color: '#1b1b1f', name: 'Contrast' },
        { slug: 'accent', color: '#0b5cad', name: 'Accent' },
        { slug: 'muted', color: '#5f6368', name: 'Muted' },
      ],
    },
    layout: { contentSize: '42rem', wideSize: '68rem' },
    typography: {
      fontSizes: [
        { slug: 'small', size: '0.875rem', name: 'Small' },
        { slug: 'medium', size: '1.125rem', name: 'Medium' },
        { slug: 'large', size: '1.75rem', name: 'Large' },
        { slug: 'x-large', size: '2.5rem', name: 'Extra large' },
      ],
    },
  },
  styles: {
    color: { background: 'var(--wp--preset--color--base)', text: 'var(--wp--preset--color--contrast)' },
    typography: { fontSize: 'var(--wp--preset--font-size--medium)', lineHeight: '1.6' },
    elements: { link: { color: { text: 'var(--wp--preset--color--accent)' } } },
  },
  customTemplates: [{ name: 'blank', title: 'Blank', postTypes: ['page', 'post'] }],
  templateParts: [
    { name: 'header', title: 'Header', area: 'header' },
    { name: 'footer', title: 'Footer', area: 'footer' },
  ],
}

const DARK = {
  version: 3,
  title: 'Dark',
  styles: { color: { background: 'var(--wp--preset--color--contrast)', text: 'var(--wp--preset--color--base)' } },
}

/** A template with the header, the blocks of the page within `main`, and the footer. */
const page = (...blocks: readonly string[]): string =>
  [
    '<!-- wp:template-part {"slug":"header","tagName":"header"} /-->',
    '<!-- wp:group {"tagName":"main","layout":{"type":"constrained"}} -->',
    `<main class="wp-block-group">${blocks.join('\n')}</main>`,
    '<!-- /wp:group -->',
    '<!-- wp:template-part {"slug":"footer","tagName":"footer"} /-->',
    '',
  ].join('\n')

const POSTS = [
  '<!-- wp:query {"query":{"perPage":10,"postType":"post","inherit":true}} -->',
  '<div class="wp-block-query"><!-- wp:post-template -->',
  '<!-- wp:post-title {"isLink":true} /-->',
  '<!-- wp:post-date /-->',
  '<!-- wp:post-excerpt /-->',
  '<!-- /wp:post-template -->',
  '<!-- wp:query-pagination -->',
  '<!-- wp:query-pagination-previous /-->',
  '<!-- wp:query-pagination-next /-->',
  '<!-- /wp:query-pagination --></div>',
  '<!-- /wp:query -->',
].join('\n')

const TITLE = '<!-- wp:post-title {"level":1} /-->'
const CONTENT = '<!-- wp:post-content {"layout":{"type":"constrained"}} /-->'

const NOT_FOUND = `<!-- wp:heading {"level":1} -->
<h1 class="wp-block-heading">There is nothing here</h1>
<!-- /wp:heading -->
<!-- wp:search {"label":"Search","showLabel":false,"buttonText":"Search"} /-->`

/** The stylesheet of the built-in theme. */
export const DEFAULT_STYLESHEET = 'platen'

/** The built-in theme, for sites without another one. */
export const defaultTheme: ThemeSource = themeOf(DEFAULT_STYLESHEET, {
  'style.css': STYLE,
  'theme.json': JSON.stringify(THEME_JSON),
  'styles/dark.json': JSON.stringify(DARK),
  'templates/index.html': page(POSTS),
  'templates/archive.html': page('<!-- wp:query-title {"type":"archive"} /-->', POSTS),
  'templates/search.html': page('<!-- wp:query-title {"type":"search"} /-->', POSTS),
  'templates/single.html': page(
    TITLE,
    '<!-- wp:post-date /-->',
    CONTENT,
    '<!-- wp:post-terms {"term":"category"} /-->',
  ),
  'templates/page.html': page(TITLE, CONTENT),
  'templates/404.html': page(NOT_FOUND),
  'templates/blank.html': CONTENT,
  'parts/header.html': '<!-- wp:site-title /-->\n<!-- wp:site-tagline /-->\n<!-- wp:navigation /-->\n',
  'parts/footer.html': '<!-- wp:site-title {"level":0} /-->\n',
})
