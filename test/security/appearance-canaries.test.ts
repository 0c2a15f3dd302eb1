import { wpDialect } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'

/** A word, the object that contains it, and the roles that may read it. */
interface Canary {
  readonly word: string
  readonly text: string
  readonly readers: readonly string[]
}

const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
const WRITERS = ROLES.slice(2)
const ADMINISTRATOR = ['administrator']
const WORDS = /kanar[a-z]{2}q/g

async function plant({ send }: TestSite) {
  const canaries: Canary[] = []
  const paths: string[] = []
  const word = (text: string, readers: readonly string[]) => {
    const number = canaries.length
    const made = `kanar${String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26))}q`
    canaries.push({ word: made, text, readers })
    return made
  }
  const sent = async (request: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await send(request, { body })
    if (answer.status >= 300) throw new Error(`${request}: ${answer.text()}`)
    return answer.body as Readonly<Record<string, unknown>>
  }
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
  const [theme] = (await send('GET /themes?status=active')).body as { stylesheet: string; _links: unknown }[]
  const stylesheet = theme?.stylesheet ?? ''

  for (const list of ['templates', 'template-parts']) {
    const { id } = await sent(`POST /${list}`, { slug: `own-${list}`, title: word(`${list}: title`, WRITERS) })
    await sent(`POST /${list}/${id}`, { content: paragraph(word(`${list}: an older content`, ADMINISTRATOR)) })
    await sent(`POST /${list}/${id}`, { content: paragraph(word(`${list}: content`, WRITERS)) })
    await sent(`POST /${list}/${id}/autosaves`, { content: paragraph(word(`${list}: an autosave`, ADMINISTRATOR)) })
    paths.push(`/${list}`, `/${list}/${id}`, `/${list}/${id}/revisions`, `/${list}/${id}/autosaves`)
  }
  const styles = /global-styles\/(\d+)/.exec(JSON.stringify(theme?._links))?.[1]
  const styled = (text: string) => ({ styles: { css: `.${text}{color:red}` } })
  await sent(`POST /global-styles/${styles}`, styled(word('global styles: older CSS', ADMINISTRATOR)))
  await sent(`POST /global-styles/${styles}`, styled(word('global styles: CSS', WRITERS)))
  paths.push(`/global-styles/${styles}`, `/global-styles/${styles}/revisions`)
  for (const of of ['', '/variations']) paths.push(`/global-styles/themes/${stylesheet}${of}`)

  const slug = word('a font family: slug', ADMINISTRATOR)
  const settings = { name: word('a font family: name', ADMINISTRATOR), slug, fontFamily: 'serif' }
  const family = await sent('POST /font-families', { font_family_settings: JSON.stringify(settings) })
  paths.push('/font-families', `/font-families/${family['id']}`, `/font-families/${family['id']}/font-faces`)

  for (const sidebar of ['hall', 'wp_inactive_widgets']) {
    const text = word(`a widget in ${sidebar}`, ADMINISTRATOR)
    const widget = await sent('POST /widgets', { id_base: 'text', sidebar, instance: { raw: { text } } })
    paths.push(`/widgets/${widget['id']}`)
  }
  paths.push('/widgets', '/sidebars', '/sidebars/hall', '/themes', `/themes/${stylesheet}`, '/plugins')
  paths.push(
    '/templates/lookup?slug=own-templates',
    '/search',
    '/types',
    '/settings',
    '/users',
    '/block-patterns/patterns',
  )
  return { canaries, paths }
}

function* requestsFor(paths: readonly string[], canaries: readonly Canary[]): Iterable<string> {
  for (const path of paths) {
    const join = path.includes('?') ? '&' : '?'
    for (const query of ['', 'context=edit', 'context=embed', '_embed', '_envelope&_embed&context=edit'])
      yield `GET ${path}${query === '' ? '' : join}${query}`
    yield `OPTIONS ${path}`
  }
  for (const { word } of canaries)
    for (const list of ['search?subtype=any&', 'posts?', 'pages?', 'blocks?', 'font-families?', 'media?'])
      yield `GET /${list}search=${word.slice(0, 7)}`
  yield 'GET //'
  yield 'GET //wp-block-editor/v1/export'
}

async function sweep(t: Test, site: TestSite): Promise<void> {
  const { canaries, paths } = await plant(site)
  const seen = new Set<string>()
  for (const as of ROLES) {
    for (const request of requestsFor(paths, canaries)) {
      const { headers, text } = await site.send(request, { as })
      for (const word of new Set(`${text()}${JSON.stringify(headers)}`.match(WORDS))) {
        const canary = canaries.find(each => each.word === word)
        if (canary === undefined || canary.readers.includes(as)) seen.add(`${as} ${word}`)
        else t.fail(`${as} is shown ${canary.text}`, { request })
      }
    }
  }
  for (const { word, text, readers } of canaries)
    for (const role of readers) if (!seen.has(`${role} ${word}`)) t.fail(`${role} does not come across ${text}`)
  t.ok(seen.size >= canaries.length, `${seen.size} words were read by those who may`)
}

t.test('only permitted users see templates, styles, fonts and widgets', async t => {
  const site = await makeSite({
    dialect: wpDialect,
    register: made => {
      made.registerSidebar('hall', { name: 'Hall' })
    },
  })
  await sweep(t, site)
})
