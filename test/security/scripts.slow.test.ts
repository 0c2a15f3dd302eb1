import { filterEmbedHtml } from '@platen/rendering'
import type { Site } from '@platen/site'
import t from 'tap'
import { chooseSeed } from '../robustness/random.js'
import { makeSite } from '../site/make-site.js'
import { hostileMarkup } from './hostile-markup.js'
import { markupComplaint, type Policy, policies } from './judge-markup.js'
import { judgeMany } from './stored-script.js'

t.setTimeout(600_000)

t.test('no content that is filtered runs a script', async t => judgeMany(t, ['content'], 1, 50_000))

// With the texts that go through content, a hundred thousand are judged.

t.test('no title, comment or description that is filtered runs a script', async t =>
  judgeMany(t, ['title', 'comment', 'description'], 2, 10_000),
)
t.test('no excerpt does', async t => judgeMany(t, ['excerpt', 'written excerpt'], 3, 10_000))

const PLAYER = 'https://player.example/1'
const frames = { isAllowed: (src: string) => src === PLAYER, sandbox: 'allow-scripts' }
const FRAMES = [
  `<iframe src="${PLAYER}">`,
  `<iframe src="${PLAYER}" `,
  '</iframe>',
  '<iframe src="https://evil.example/">',
  '<iframe src=javascript:x>',
  '<iframe srcdoc="<script>x</script>">',
]

/** The frames in HTML as they are written. */
const framesIn = (html: string) => [...html.matchAll(/<iframe[^>]*>/g)].map(([tag]) => tag)

t.test('no embed of another site runs a script here, or shows a frame of a host that is not allowed', async t => {
  const { text } = hostileMarkup(chooseSeed(11))
  let wrong = 0
  for (let index = 0; index < 10_000 && wrong < 5; index++) {
    const frame = FRAMES[index % FRAMES.length] as string
    const hostile = index % 2 === 0 ? frame + text() : text() + frame + text()
    const html = filterEmbedHtml(hostile, frames)
    const strange = framesIn(html).find(tag => !tag.startsWith(`<iframe src="${PLAYER}"`) || !tag.includes(' sandbox='))
    const complaint = markupComplaint(html, policies.embed) ?? strange
    if (complaint === undefined) continue
    wrong++
    t.fail(`${complaint}\nof ${JSON.stringify(hostile)}\nis ${JSON.stringify(html)}`)
  }
  t.equal(wrong, 0)
})

/** What widgets write themselves, beside what posts may contain. */
const WRITTEN: Readonly<Record<string, string>> = {
  a: 'aria-label style target',
  form: 'role method class action',
  h2: 'class',
  img: 'style',
  input: 'type class placeholder value name required id',
  label: 'class for',
  li: 'id class',
  nav: 'aria-label class',
  option: 'class value selected',
  select: 'name id class',
  span: 'class',
  table: 'id class',
  td: 'id class colspan',
  th: 'scope aria-label',
  ul: 'class id',
  button: 'class type aria-label',
  time: 'datetime class',
}

const policy: Policy = {
  elements: new Map(
    [...new Set([...policies.content.elements.keys(), ...Object.keys(WRITTEN)])].map(name => [
      name,
      new Set([...(policies.content.elements.get(name) ?? []), ...(WRITTEN[name] ?? '').split(' ')]),
    ]),
  ),
  everywhere: policies.content.everywhere,
}

/** The scripts of menus that open what is chosen, which have nothing of users in them. */
const MENU = /<script>\n\{\nconst menu = document\.getElementById\("[\w-]+"\)\n[^<]*<\/script>\n/g

const register = (site: Site) => void site.registerSidebar('main', { name: 'Main' })

t.test('no widget of somebody who may not use any HTML runs a script, whatever the site has', async t => {
  const seed = chooseSeed(4)
  t.comment(`seed ${seed}`)
  const { text, url } = hostileMarkup(seed)
  const { send } = await makeSite({
    register,
    comments: { anonymous: true, flood: false },
    roles: {
      editor: { label: 'Editor', capabilities: ['read', 'edit_theme_options'] },
      author: { label: 'Author', capabilities: ['read', 'edit_posts', 'publish_posts', 'edit_published_posts'] },
      administrator: {
        label: 'All',
        capabilities: ['read', 'manage_categories', 'moderate_comments', 'edit_theme_options'],
      },
    },
  })
  for (let i = 0; i < 20; i++) {
    const category = (await send('POST /categories', { body: { name: `${i} ${text()}`, description: text() } })).body
    const tag = (await send('POST /tags', { body: { name: `${i} ${text()}` } })).body
    const ids = [category, tag].map(term => (term as { id?: number }).id).filter(id => id !== undefined)
    const body = { title: text(), content: text(), status: 'publish', categories: ids.slice(0, 1), tags: ids.slice(1) }
    const { body: post } = await send('POST /posts', { body, as: 'author' })
    const comment = {
      post: (post as { id: number }).id,
      content: `${i} ${text()}`,
      author_name: text(),
      author_url: url(),
    }
    await send('POST /comments', { body: { ...comment, author_email: 'a@e.example' }, as: 'anonymous' })
  }
  const types = ((await send('GET /widget-types')).body as { id: string }[]).map(({ id }) => id)
  const fields = [
    'title',
    'text',
    'content',
    'caption',
    'alt',
    'image_classes',
    'link_classes',
    'link_rel',
    'image_title',
  ]
  const urls = ['url', 'link_url', 'mp3', 'mp4', 'webm']
  const shown = new Set<string>()
  let wrong = 0
  for (let round = 0; round < 60 && wrong < 5; round++) {
    for (const type of types) {
      const given = Object.fromEntries([
        ...fields.map(name => [name, text()]),
        ...urls.map(name => [name, type === 'rss' ? '' : round % 2 === 0 ? url() : text()]),
        ['filter', round % 2 === 0],
        ['count', 1],
        ['dropdown', round % 2],
        ['width', 10],
        ['link_target_blank', true],
      ])
      const { status, body } = await send(`POST /widget-types/${type}/render`, {
        body: { instance: given },
        as: 'editor',
      })
      t.equal(status, 200)
      const html = (body as { preview: string }).preview.split('<body>\n')[1]?.split('\n</body>')[0] ?? ''
      if (html !== '') shown.add(type)
      const complaint = markupComplaint(html.replace(MENU, ''), policy)
      if (complaint === undefined) continue
      wrong++
      t.fail(`${type}: ${complaint}`, { given, html })
    }
  }
  t.equal(wrong, 0)
  t.ok(shown.size >= 14, [...shown].join(' '))
})

const words = (text: string) => text.split(' ')

/** The elements and attributes that these blocks write themselves, beside those that people may use. */
const WRITTEN_BLOCKS: Readonly<Record<string, string>> = {
  a: 'href rel class target id style aria-label data-commentid data-postid data-belowelement data-respondelement data-replyto data-wp-key data-wp-on--click data-wp-on--mouseenter data-wp-watch',
  nav: 'class style aria-label id',
  time: 'datetime class',
  form: 'action method class id',
  input: 'type name value id size maxlength autocomplete aria-describedby required spellcheck class',
  label: 'for',
  textarea: 'id name cols rows maxlength required',
  small: '',
  span: 'class aria-hidden aria-current aria-label id style data-wp-key',
  img: 'alt src srcset class height width style loading decoding sizes',
  div: 'class style id data-wp-context data-wp-interactive data-wp-key data-wp-router-region',
  li: 'class id data-wp-key',
  ul: 'class style id',
  ol: 'class style id',
  article: '',
  footer: 'class',
  main: 'class style id',
  section: 'class style id',
  header: 'class style id',
  aside: 'class style id',
  h1: 'class style id',
}

const allowed: Policy = {
  elements: new Map([
    ...policies.content.elements,
    ...Object.entries(WRITTEN_BLOCKS).map(
      ([name, attributes]) =>
        [name, new Set([...(policies.content.elements.get(name) ?? []), ...words(attributes)])] as const,
    ),
  ]),
  everywhere: policies.content.everywhere,
}

const OF_POST = words(
  'post-title post-content post-excerpt post-date post-author post-author-name post-author-biography post-terms post-featured-image post-navigation-link post-comments-count post-comments-link post-comments-form post-time-to-read read-more avatar comments-title latest-comments query-total query-title query-pagination-numbers query-pagination-next query-pagination-previous term-name',
)
const OF_COMMENT = words('comment-author-name comment-content comment-date comment-edit-link comment-reply-link avatar')
const OF_COMMENT_PAGES = words('comments-pagination-previous comments-pagination-numbers comments-pagination-next')
const OF_TERM = words('term-name term-count term-description')

/** The attributes of these blocks, and those that their supports bring. */
const ATTRIBUTES = words(
  'rel linkTarget tagName moreText byline format datetime term separator prefix suffix label arrow content aspectRatio width height scale sizeSlug overlayColor customOverlayColor gradient customGradient textAlign className anchor align backgroundColor textColor fontSize fontFamily borderColor ariaLabel paginationArrow displayType type',
)
/** The parts of styles, and what each part may have. */
const STYLE: Readonly<Record<string, readonly string[]>> = {
  color: words('text background gradient'),
  typography: words('fontSize fontFamily lineHeight textAlign letterSpacing'),
  spacing: words('padding margin'),
  border: words('color style width radius top left topLeft'),
  dimensions: words('minHeight'),
  shadow: [],
  elements: words('link'),
}
const IN_STYLE = Object.values(STYLE).flat()

t.test('attributes of blocks about posts run no script', async t => {
  const seed = chooseSeed()
  t.comment(`seed ${seed}`)
  const { text, url } = hostileMarkup(seed)
  let turn = seed
  const choose = <T>(choices: readonly T[]): T => {
    turn = (Math.imul(turn, 1_103_515_245) + 12_345) >>> 0
    return choices[(turn >>> 8) % choices.length] as T
  }
  const hostile = (): string => {
    const kind = choose([0, 1, 2, 3, 4])
    if (kind === 0) return url()
    if (kind === 1) return `"${choose([' ', '/', '\n'])}onmouseover=alert(1) x="`
    if (kind === 2) return `'><script>alert(1)</script>`
    if (kind === 3) return `red;background:url(${url()})`
    return text()
  }
  const style = (): object =>
    Object.fromEntries(
      Object.entries(STYLE).map(([part, names]) => [
        part,
        // Beside its own, a part has one that may belong to another part.
        choose([0, 1, 2]) === 0
          ? hostile()
          : Object.fromEntries([...names, choose(IN_STYLE)].map(name => [name, hostile()])),
      ]),
    )
  const attributes = (): Record<string, unknown> => {
    const chosen: Record<string, unknown> = {
      isLink: true,
      showBio: true,
      level: choose([-1, 0, 1, 2, 1e30]),
      dimRatio: 50,
      displayContent: 'full',
    }
    for (const name of ATTRIBUTES) if (choose([true, false])) chosen[name] = hostile()
    if (choose([true, false])) chosen['style'] = style()
    return chosen
  }
  const use = (name: string): string => `<!-- wp:${name} ${written(attributes())} /-->`
  const around = (name: string, own: object, inner: string): string =>
    `<!-- wp:${name} ${written({ ...attributes(), ...own })} -->${inner}<!-- /wp:${name} -->`
  // As editors write attributes: a comment must not end within them.
  const written = (value: object): string =>
    JSON.stringify(value).replace(/[<>&]|--/g, found => [...found].map(escaped).join(''))
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

  const { send, store, users } = await makeSite()
  const post = { title: text(), content: text(), excerpt: text(), status: 'publish' }
  const made = await send('POST /posts', { body: post, as: 'author' })
  const { id } = made.body as { readonly id: number }
  await send(`POST /users/${users.get('author')?.id}`, { body: { name: text(), description: text(), url: url() } })
  for (let number = 0; number < 3; number++)
    await send('POST /comments', {
      body: { post: id, content: text(), author_name: text(), author_email: 'a@example.com', author_url: url() },
    })
  await store.options.set('page_comments', true)
  await store.options.set('comments_per_page', 1)
  const page = await send('POST /pages', { body: { title: 'Blocks', status: 'publish' } })
  const { id: pageId } = page.body as { readonly id: number }
  const query = { query: { perPage: 2, postType: 'post', inherit: false }, queryId: 1, enhancedPagination: true }
  const inPosts = () => OF_POST.map(use).join('')
  const inComments = () =>
    around(
      'comments',
      {},
      around('comment-template', {}, OF_COMMENT.map(use).join('')) +
        use('comments-title') +
        around('comments-pagination', {}, OF_COMMENT_PAGES.map(use).join('')),
    )
  const inTerms = () =>
    around(
      'terms-query',
      { termQuery: { taxonomy: 'category', hideEmpty: false } },
      around('term-template', {}, OF_TERM.map(use).join('')),
    )
  let wrong = 0
  for (let index = 0; index < 120 && wrong < 3; index++) {
    const content = `${around('query', query, around('post-template', {}, inPosts() + inComments()) + around('query-pagination', {}, use('query-pagination-next') + use('query-pagination-numbers')))}${inTerms()}`
    await send(`POST /pages/${pageId}?_fields=id`, { body: { content } })
    const asked = `_fields=content&query-1-page=${encodeURIComponent(hostile())}`
    const { status, body } = await send(`GET /pages/${pageId}?${asked}`, { as: 'anonymous' })
    if (status !== 200) {
      t.fail(JSON.stringify(body))
      break
    }
    const html = (body as { readonly content: { readonly rendered: string } }).content.rendered
    const complaint = markupComplaint(html, allowed)
    if (complaint === undefined) continue
    wrong++
    t.fail(`${complaint}\nof ${JSON.stringify(content).slice(0, 3000)}\nis  ${JSON.stringify(html).slice(0, 6000)}`)
  }
  t.equal(wrong, 0)
})
