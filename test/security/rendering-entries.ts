import { coreBlocks, coreShortcodes } from '@platen/rendering'
import { loadModule } from '../rendering/load-module.js'

const { createBlockRegistry, createShortcodeRegistry, slugify } = await import('@platen/rendering')
const { renderContent, renderExcerpt, renderTitle } =
  await loadModule<typeof import('../../packages/rendering/src/content/render-content.js')>('content/render-content.js')
const { renderComment } =
  await loadModule<typeof import('../../packages/rendering/src/content/render-comment.js')>('content/render-comment.js')
const { filterHtml } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/filter-html.js')>('sanitize/filter-html.js')
const { balanceTags } =
  await loadModule<typeof import('../../packages/rendering/src/html/balance-tags.js')>('html/balance-tags.js')
const { parseBlocks } =
  await loadModule<typeof import('../../packages/rendering/src/blocks/block-parser.js')>('blocks/block-parser.js')
const { serializeBlocks } =
  await loadModule<typeof import('../../packages/rendering/src/blocks/block-serializer.js')>(
    'blocks/block-serializer.js',
  )
const { parseShortcodeAttributes } = await loadModule<
  typeof import('../../packages/rendering/src/shortcodes/shortcode-parser.js')
>('shortcodes/shortcode-parser.js')
const { toParagraphs } =
  await loadModule<typeof import('../../packages/rendering/src/paragraphs/paragraphs.js')>('paragraphs/paragraphs.js')
const { typeset } =
  await loadModule<typeof import('../../packages/rendering/src/typography/typeset.js')>('typography/typeset.js')
const { convertEmoticons } =
  await loadModule<typeof import('../../packages/rendering/src/typography/emoticons.js')>('typography/emoticons.js')
const { autolink, markUserLinks } =
  await loadModule<typeof import('../../packages/rendering/src/html/links.js')>('html/links.js')
const { divideContent } =
  await loadModule<typeof import('../../packages/rendering/src/content/more-tag.js')>('content/more-tag.js')
const { prepareMedia } =
  await loadModule<typeof import('../../packages/rendering/src/html/images.js')>('html/images.js')
const { readPageHead } =
  await loadModule<typeof import('../../packages/rendering/src/html/page-head.js')>('html/page-head.js')
const { filterEmbedHtml } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/embed-html.js')>('sanitize/embed-html.js')
const { dropUnsafeUrls, safeUrl } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/safe-urls.js')>('sanitize/safe-urls.js')
const { safeStyle } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/safe-styles.js')>('sanitize/safe-styles.js')
const { sanitizeSvg } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/sanitize-svg.js')>('sanitize/sanitize-svg.js')
const { stripScripts, stripTags } =
  await loadModule<typeof import('../../packages/rendering/src/text/strip-tags.js')>('text/strip-tags.js')
const { sanitizeMultiline, sanitizeTextField } =
  await loadModule<typeof import('../../packages/rendering/src/text/plain-text.js')>('text/plain-text.js')

const blocks = createBlockRegistry({ blocks: coreBlocks })
const shortcodes = createShortcodeRegistry({ shortcodes: coreShortcodes })
const rendering = { blocks, shortcodes, postId: 1 }
const picture = () => ({ width: 1, height: 1, srcset: 'a.png 1w', sizes: '1px' })
const render = (content: string) => renderContent(content, rendering)
const block = (name: string, before: string, after: string) => (text: string) =>
  render(`<!-- wp:${name} {"layout":{"type":"flex"}} -->${before}${text}${after}<!-- /wp:${name} -->`)

const OPENING = '<!-- wp:details --><details><img src="a.png">'
const CLOSING = '</details><!-- /wp:details -->'
/** As many blocks as there is room for, with the text in the innermost. */
const closed = (text: string): string => {
  const depth = Math.ceil(text.length / OPENING.length)
  return OPENING.repeat(depth) + text + CLOSING.repeat(depth)
}

/** Everything that reads stored text to show it, or text to be stored. */
export const renderingEntries: Readonly<Record<string, (text: string) => unknown>> = {
  content: render,
  'generated excerpt': content => renderExcerpt({ content, excerpt: '' }, rendering),
  'written excerpt': excerpt => renderExcerpt({ content: '', excerpt }, rendering),
  title: text => renderTitle(text, { shortcodes }),
  comment: text => renderComment(text, { url: 'https://site.example', shortcodes }),
  'filtered content': text => filterHtml(text, 'content'),
  'filtered embed': text => filterEmbedHtml(text, { isAllowed: () => true, sandbox: '' }),
  'head of a page': text => readPageHead(text),
  'filtered title': text => filterHtml(text, 'title'),
  'filtered description': text => filterHtml(text, 'description'),
  'filtered comment': text => filterHtml(text, 'comment'),
  'a filtered tag': text => filterHtml(`<a ${text}>`, 'content'),
  'a filtered style': text => filterHtml(`<p style="background:${text}">`, 'content'),
  'a drawing': sanitizeSvg,
  'within a drawing': text => sanitizeSvg(`<svg>${text}</svg>`),
  'a shape of a drawing': text => sanitizeSvg(`<svg><path ${text}/></svg>`),
  'balanced tags': balanceTags,
  'written blocks': text => serializeBlocks(parseBlocks(text)),
  'attributes of a block': text => parseBlocks(`<!-- wp:a {"a":"${text}"} /-->`),
  'attributes of a shortcode': parseShortcodeAttributes,
  shortcodes: text => shortcodes.render(text),
  'stripped shortcodes': text => shortcodes.strip(text),
  'a caption': text => render(`[caption width="1"]${text}[/caption]`),
  'the words of a caption': text => render(`[caption width="1" caption='${text}']<img src="x">[/caption]`),
  'an embed': text => render(`[embed]${text}[/embed]`),
  'a player': text => {
    const part = text.slice(0, Math.ceil(text.length / 4))
    return render(`[video src="${part}.mp4" poster='${part}' style="${part}"]${part}[/video]`)
  },
  'a group': block('group', '<div class="a">', '<!-- wp:a /--></div>'),
  'an image': block('image', '<figure>', '</figure>'),
  'a closed block': block('details', '<details>', '</details>'),
  'closed blocks within each other': text => render(closed(text)),
  'a file': text => render(`<!-- wp:file {"displayPreview":true} --><div><object ${text}></div><!-- /wp:file -->`),
  'a shortcode block': block('shortcode', '', ''),
  paragraphs: toParagraphs,
  typography: text => typeset(text, shortcodes.tags),
  smileys: convertEmoticons,
  links: text => autolink(text, 'https://site.example'),
  'marked links': text => markUserLinks(`<a ${text}>`, 'https://site.example'),
  'a more tag': divideContent,
  media: text => prepareMedia(text, picture),
  'a media tag': text => prepareMedia(`<img class="wp-image-1 ${text}" src="x" ${text}>`, picture),
  'a URL': safeUrl,
  'URLs of a tag': text => dropUnsafeUrls(`<a ${text}>`),
  'a style': safeStyle,
  'stripped tags': text => stripTags(stripScripts(text)),
  'plain text': sanitizeMultiline,
  'a line': sanitizeTextField,
  'a slug': slugify,
}

/** Entries that come down to the same code, by what that is: all of `content`, and the filter. */
export const SHARED_RENDERING: readonly (readonly string[])[] = [
  [
    ...['generated excerpt', 'written excerpt', 'a caption', 'the words of a caption', 'an embed', 'a player'],
    ...['a group', 'an image', 'a shortcode block'],
  ],
  [
    ...['filtered content', 'filtered title', 'filtered description', 'filtered comment', 'a filtered tag'],
    ...['a filtered style', 'URLs of a tag'],
  ],
]

/** What rendering looks for, beside what every scanner does; each is repeated and never finished. */
export const RENDERING_ALPHABETS: readonly string[] = [
  ...[
    '<p>',
    '</p>',
    '<b>',
    '<i></b>',
    '<br />',
    '<li>\n',
    '<td>',
    '<pre>',
    '</pre>',
    '<pre>a</pre>',
    '<script>',
    '<style>',
  ],
  ...['<img src="x" ', '<img src="x" class="wp-image-1">', '<a href="x">', '< ', '<figcaption', '<object', '<source'],
  ...[
    '<!-- ',
    '<!-- wp:group -->',
    '<!-- wp:more {',
    '<!-- wp:more -->',
    '<!-- wp:a {"a":1} -->',
    '}',
    '<!--nextpage-->',
  ],
  ...['[audio', '[audio ', '[audio]', '[caption width="1"]', '[/caption]', '[[', 'a="', 'a=', "a='b'c "],
  ...[
    'feed:',
    'javascript:',
    'http://a',
    ' http://a',
    'www.a ',
    ':) ',
    'url(',
    'url( ',
    'a:b;',
    '--',
    '...',
    '9x9',
    "'9",
    '\ufdd0',
  ],
]
