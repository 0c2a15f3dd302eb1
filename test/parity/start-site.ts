import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpServer } from '@platen/http'
import { createMemoryStorage, createRecordingReader, createSharpImages, createWebClient } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import {
  corsHeaders,
  createSite,
  dialects,
  installSite,
  type PasswordHasher,
  pluginsIn,
  type Site,
  themesIn,
} from '@platen/site'
import type { Store } from '@platen/storage'
import { openNewFile } from '../site/sqlite-file.js'
import { openNewSchema } from '../sql/postgres/new-schema.js'
import { testPooler } from '../sql/postgres/pgbouncer.js'
import { startPair } from '../sql/postgres/standby.js'
import { temporaryFolder } from '../temporary-folder.js'
import { fixturePlugins, fixtureThemes, registerFixture } from './fixture.js'

/** What a parity runner needs to know of a server. */
export interface Target {
  readonly base: string
  readonly site: string
  readonly uploads: string
  readonly prefix: string
  readonly login: string
  readonly password: string
}

/** A fixture site that answers over HTTP. */
export interface RunningSite {
  readonly site: Site
  readonly target: Target
  close(): Promise<void>
}

/** Account passwords are checked by nothing in the scenarios: a slow hash would only make every fresh site slow. */
const plainHasher: PasswordHasher = {
  hash: async password => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

let pair: ReturnType<typeof startPair> | undefined

/** A store whose commits wait until they can be read from its replica. */
async function openReplicated(): Promise<Store> {
  const isNew = pair === undefined
  pair ??= startPair()
  const servers = await pair
  if (servers === undefined) throw new Error('there are no binaries of PostgreSQL')
  if (isNew) await servers.synchronize()
  return openNewSchema({ replicas: [servers.standby.url] }, servers.primary.url)
}

async function freshStore(kind: string): Promise<{ store: Store; remove: () => void }> {
  if (kind === 'memory') return { store: createMemoryStore(), remove() {} }
  if (kind === 'postgres') return { store: await openNewSchema(), remove() {} }
  if (kind === 'pgbouncer') return { store: await openNewSchema({ url: await testPooler() }), remove() {} }
  if (kind === 'replica') return { store: await openReplicated(), remove() {} }
  if (kind !== 'sqlite') throw new Error(`there is no store "${kind}"`)
  const folder = temporaryFolder('parity')
  const store = await openNewFile(join(folder, 'site.sqlite'))
  return { store, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

let copied: string | undefined

/** The folder with the plugins, for one site at a time: a copy, made again when a scenario has deleted one. */
function copyOfPlugins(): string {
  copied ??= temporaryFolder('parity-plugins')
  if (readdirSync(copied).length === 0) cpSync(fixturePlugins, copied, { recursive: true })
  return copied
}

/** Starts a fresh site with the fixture and an administrator, on a port of the system's choice. */
export async function startSite({
  store: kind = 'memory',
  dialect: name = 'wp',
}: {
  store?: string
  dialect?: string
} = {}): Promise<RunningSite> {
  const dialect = dialects[name as keyof typeof dialects]
  if (dialect === undefined) throw new Error(`there is no dialect "${name}"`)
  const { store, remove } = await freshStore(kind)
  let running: Site | undefined
  const server = createHttpServer(
    { dispatch: request => (running as Site).dispatch(request) },
    {
      basePath: dialect.basePath,
      routeParameter: dialect.routeParameter,
      scriptName: dialect.scriptName,
      cors: corsHeaders(dialect),
    },
  )
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'parity-Pass-1' }
  const services = { passwords: plainHasher, web: createWebClient() }
  const uploads = `${url}/wp-content/uploads`
  const media = {
    storage: createMemoryStorage({ url: uploads }),
    images: createSharpImages(),
    recordings: createRecordingReader(),
  }
  const user = await installSite(store, {
    url,
    title: 'Fixture Site',
    tagline: 'A site to compare with',
    administrator,
    services,
  })
  await store.options.set('stylesheet', 'parity-theme')
  const themes = [themesIn(fixtureThemes)]
  const plugins = pluginsIn(copyOfPlugins())
  // Nothing outside this process is requested: the server of updates is refused, as its address is private.
  const siteHealth = { updateServer: `${url}/` }
  const applicationPasswords = { approvalUrl: `${url}/wp-admin/authorize-application.php` }
  const onError = (error: unknown) => console.error(error)
  const site = createSite({
    store,
    url,
    dialect,
    services,
    media,
    themes,
    plugins,
    siteHealth,
    onError,
    applicationPasswords,
  })
  registerFixture(site)
  await site.ready()
  running = site
  const answer = await site.dispatch({
    method: 'POST',
    path: `/${dialect.prefix}/v2/users/${user.id}/application-passwords`,
    body: { kind: 'json', value: { name: 'parity' } },
    principal: site.principalOf(user),
  })
  const { password } = answer.body as { password: string }
  return {
    site,
    target: { base: `${url}${dialect.basePath}`, site: url, uploads, prefix: dialect.prefix, login: 'admin', password },
    async close() {
      await server.close()
      await store.close()
      remove()
    },
  }
}
