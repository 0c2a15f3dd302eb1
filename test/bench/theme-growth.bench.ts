import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, themeOf } from '@platen/site'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'

const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`

/** A theme with the given numbers of parts and patterns, and eight templates. */
function themeWith(parts: number, patterns: number) {
  const files: Record<string, string> = {
    'style.css': '/* Theme Name: Garden */',
    'theme.json': JSON.stringify({
      version: 3,
      settings: { color: { palette: [{ slug: 'leaf', color: '#2e7d32', name: 'Leaf' }] } },
      styles: { color: { text: 'var(--wp--preset--color--leaf)' } },
      templateParts: Array.from({ length: parts }, (_, i) => ({
        name: `part-${i}`,
        title: `Part ${i}`,
        area: 'header',
      })),
    }),
  }
  const uses = '<!-- wp:template-part {"slug":"part-3"} /--><!-- wp:pattern {"slug":"garden/pattern-3"} /-->'
  for (const name of ['index', 'single', 'page', 'archive', 'search', '404', 'home', 'author'])
    files[`templates/${name}.html`] = uses.repeat(5)
  for (let i = 0; i < parts; i++) files[`parts/part-${i}.html`] = paragraph(`Part ${i}`)
  for (let i = 0; i < patterns; i++)
    files[`patterns/pattern-${i}.php`] =
      `<?php /* Title: Pattern ${i}\nSlug: garden/pattern-${i} */ ?>${paragraph(`Pattern ${i}`)}`
  return themeOf('garden', files)
}

async function subject(parts: number, patterns: number) {
  const store = createMemoryStore()
  const url = 'https://bench.example'
  const passwords = { hash: async (password: string) => password, verify: async () => true }
  const administrator = { login: 'admin', email: 'admin@bench.example', password: 'long-Password-1' }
  const services = { passwords }
  const user = await installSite(store, { url, administrator, services })
  await store.options.set('stylesheet', 'garden')
  const site = createSite({ store, url, services, themes: [themeWith(parts, patterns)] })
  await site.ready()
  const principal = site.principalOf(user)
  const value = {
    title: 'A post',
    status: 'publish',
    content: '<!-- wp:template-part {"slug":"part-3"} /--><!-- wp:pattern {"slug":"garden/pattern-3"} /-->',
  }
  const created = await site.dispatch({
    method: 'POST',
    path: '/cms/v2/posts',
    body: { kind: 'json', value },
    principal,
  })
  const { id } = created.body as { id: number }
  /** The milliseconds of CPU time that a request takes, divided by `per` items. */
  return async (path: string, per = 1) => {
    const from = process.cpuUsage()
    for (let i = 0; i < ROUNDS; i++) {
      const [pathname = '', query = ''] = path.replace('{post}', String(id)).split('?')
      const answer = await site.dispatch({ method: 'GET', path: `/cms/v2${pathname}`, query, principal })
      if (answer.status !== 200 || answer.text().length < 50)
        throw new Error(`${path} was answered with ${answer.status}: ${answer.text().slice(0, 200)}`)
    }
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1000 / ROUNDS / per
  }
}

/** How often a request is repeated for one measurement. */
const ROUNDS = 300

/** Requests whose responses do not grow with the theme. */
const REQUESTS = {
  'the active theme': '/themes?status=active',
  'templates, as a list': '/templates',
  'one template': '/templates/garden//index',
  'one template part': '/template-parts/garden//part-7',
  'global styles of the theme': '/global-styles/themes/garden',
  'a post with a part and a pattern': '/posts/{post}',
} as const

/** A theme with 1,000 parts and 200 patterns against one with 10 of each. */
export async function run(): Promise<BenchResult[]> {
  const large = await subject(1000, 200)
  const small = await subject(10, 10)
  const results: BenchResult[] = []
  const compare = async (name: string, ours: () => Promise<number>, theirs: () => Promise<number>) => {
    // Compilation and memoization during the first requests must not count for either.
    for (const warm of [ours, theirs, ours, theirs, ours, theirs]) await warm()
    const measured = await ratioOf(ours, theirs)
    const detail = `${measured.ours.toFixed(3)} ms against ${measured.theirs.toFixed(3)} ms`
    results.push({ name, ratio: measured.ratio, goal: 1.3, compare: 'at-most', detail })
  }
  for (const [name, path] of Object.entries(REQUESTS))
    await compare(
      `${name}, with 1,000 parts and 200 patterns against 10`,
      () => large(path),
      () => small(path),
    )
  await compare(
    'a pattern in the list of 200 against one of 10',
    () => large('/block-patterns/patterns', 200),
    () => small('/block-patterns/patterns', 10),
  )
  await compare(
    'a part in the list of 1,000 against one of 10',
    () => large('/template-parts', 1000),
    () => small('/template-parts', 10),
  )
  return results
}
