import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, themeOf, usersIn } from '@platen/site'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'

const ROUNDS = 500

const presets = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ slug: `color-${i}`, color: '#112233', name: `Color ${i}` }))

/** A theme with the given number of parts and patterns, and a fixed `theme.json`. */
function theme(parts: number, patterns: number) {
  const json = { version: 3, settings: { appearanceTools: true, color: { palette: presets(20) } }, styles: {} }
  const files: Record<string, string> = {
    'style.css': '/*\nTheme Name: Large\n*/',
    'theme.json': JSON.stringify(json),
    'templates/index.html': 'index',
  }
  for (let i = 0; i < parts; i++)
    files[`parts/part-${i}.html`] = `<!-- wp:paragraph --><p>${i}</p><!-- /wp:paragraph -->`
  for (let i = 0; i < patterns; i++)
    files[`patterns/pattern-${i}.php`] =
      `<?php\n/**\n * Title: Pattern ${i}\n * Slug: large/p${i}\n */\n?>\n<p>${i}</p>`
  return themeOf('large', files)
}

async function subject(parts: number, patterns: number) {
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'a long password' }
  await installSite(store, { url: 'https://site.example', administrator })
  const site = createSite({ store, url: 'https://site.example', themes: [theme(parts, patterns)] })
  await site.ready()
  await store.transaction(tx => tx.options.set('stylesheet', 'large'))
  const principal = site.principalOf(await usersIn(store).get(1))
  await site.content.globalStyles.update({ styles: { color: { text: 'red' } } }, { as: site.system })
  const timed =
    (path: string, query = '') =>
    async () => {
      const from = performance.now()
      for (let i = 0; i < ROUNDS; i++) {
        const answer = await site.dispatch({ method: 'GET', path, query, principal })
        if (answer.status !== 200 || answer.text().length < 100)
          throw new Error(`the styles were answered with ${answer.status}: ${answer.text().slice(0, 200)}`)
      }
      return (performance.now() - from) / ROUNDS
    }
  const { body } = await site.dispatch<{ _links: Record<string, readonly { href: string }[]> }>({
    method: 'GET',
    path: '/cms/v2/themes/large',
    query: '_fields=_links',
    principal,
  })
  const id = /\d+$/.exec(body._links['cms:user-global-styles']?.[0]?.href ?? '')?.[0]
  return {
    theme: timed('/cms/v2/global-styles/themes/large'),
    users: timed(`/cms/v2/global-styles/${id}`),
    css: async () => {
      const from = performance.now()
      for (let i = 0; i < ROUNDS; i++) await site.content.globalStyles.stylesheet()
      return (performance.now() - from) / ROUNDS
    },
  }
}

/** Global styles of a theme with 1,000 parts and 200 patterns against one with 10 of each. */
export async function run(): Promise<BenchResult[]> {
  const large = await subject(1000, 200)
  const small = await subject(10, 10)
  const results: BenchResult[] = []
  for (const name of ['theme', 'users', 'css'] as const) {
    const measured = await ratioOf(large[name], small[name])
    const detail = `${measured.ours.toFixed(3)} ms against ${measured.theirs.toFixed(3)} ms`
    results.push({
      name: `styles (${name}) with 1,000 parts and 200 patterns against 10`,
      ratio: measured.ratio,
      goal: 1.3,
      compare: 'at-most',
      detail,
    })
  }
  return results
}
