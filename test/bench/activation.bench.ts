import { endpoint } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, pluginsOf, type Site, themeOf, type UserRecord } from '@platen/site'
import { defineFeature } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'

/** The longest time in milliseconds until an activation must be visible. */
const LONGEST = 1000

const themes = ['garden', 'meadow'].map(name =>
  themeOf(name, {
    'style.css': `/* Theme Name: ${name} */`,
    ...Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`parts/part-${i}.html`, `<p>${name} ${i}</p>`])),
    'templates/index.html': '<!-- wp:template-part {"slug":"part-3"} /-->',
  }),
)

const feature = defineFeature({
  name: 'shop',
  routes: ({ registry }) =>
    registry.route('shop/v1', '/open', {
      endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: async () => ({ body: { open: true } }) })],
    }),
})
const plugins = pluginsOf([{ manifest: { name: 'shop', version: '1.0.0' }, feature }])

const url = 'https://bench.example'
const services = { passwords: { hash: async (password: string) => password, verify: async () => true } }

/** A site that has handled its first request. */
async function startedSite(store: Store): Promise<Site> {
  const site = createSite({ store, url, services, themes, plugins })
  const { status } = await site.dispatch({ method: 'GET', path: '/cms/v2/posts' })
  if (status !== 200) throw new Error(`a new site answers with ${status}`)
  return site
}

/** Measures how many milliseconds a piece of work takes. */
async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Switches the theme or the plugin, and sends requests until the change is visible. */
async function untilShown(change: Promise<unknown>, isShown: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  await change
  while (!(await isShown()))
    if (performance.now() - from > LONGEST) throw new Error(`what was activated is not there after ${LONGEST} ms`)
}

function switches(site: Site, user: UserRecord) {
  const principal = site.principalOf(user)
  let count = 0
  const activateTheme = () => {
    const theme = count++ % 2 === 0 ? 'garden' : 'meadow'
    return untilShown(site.content.themes.activate(theme, { as: user }), async () => {
      const path = `/cms/v2/template-parts/${theme}//part-3`
      const { body } = await site.dispatch({ method: 'GET', path, principal })
      return (body as { theme?: string }).theme === theme
    })
  }
  const setPlugin = async (status: 'active' | 'inactive') => {
    const body = { kind: 'json', value: { status } } as const
    const answer = await site.dispatch({ method: 'PUT', path: '/cms/v2/plugins/shop/index', body, principal })
    if (answer.status !== 200) throw new Error(`${status}: ${answer.status} ${answer.text()}`)
  }
  const activatePlugin = () =>
    untilShown(setPlugin('active'), async () => {
      const { status } = await site.dispatch({ method: 'GET', path: '/shop/v1/open' })
      return status === 200
    })
  return { activateTheme, activatePlugin, deactivatePlugin: () => setPlugin('inactive') }
}

/** The time until a request shows an activated theme or plugin, against restarting a site. */
export async function run(): Promise<BenchResult[]> {
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@bench.example', password: 'long-Password-1' }
  const user = await installSite(store, { url, administrator, services })
  const { activateTheme, activatePlugin, deactivatePlugin } = switches(await startedSite(store), user)
  const anew = () => millisecondsOf(() => startedSite(store))
  const results: BenchResult[] = []
  const compare = async (name: string, ours: () => Promise<number>, goal: number) => {
    for (const warm of [ours, anew, ours, anew]) await warm()
    const measured = await ratioOf(ours, anew, 9)
    const detail = `${measured.ours.toFixed(2)} ms against ${measured.theirs.toFixed(2)} ms`
    results.push({ name, ratio: measured.ratio, goal, compare: 'at-most', detail })
  }
  await compare('activating a theme, against starting a site anew', () => millisecondsOf(activateTheme), 0.1)
  await compare(
    'activating a plugin, against starting a site anew',
    async () => {
      const taken = await millisecondsOf(activatePlugin)
      await deactivatePlugin()
      return taken
    },
    1.5,
  )
  return results
}
