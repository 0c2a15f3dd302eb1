import { Session } from 'node:inspector/promises'
import { register } from 'node:module'

/** Loads the modules of packages instead of their bundles, so that each function is counted in its file. */
const modules = `export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  return { ...found, url: found.url.replace(/(\\/packages\\/[\\w-]+)\\/bundle\\//, '$1/dist/') }
}`
register(`data:text/javascript,${encodeURIComponent(modules)}`)
const { samplePost, sampleSite } = await import('../sample-site.js')
const { administratorOf, servePosts } = await import('../serve-site.js')

const { site, store } = await sampleSite(100)
const { authorization } = await administratorOf(site, store)
const url = await servePosts(site)

const list = () => fetch(`${url}?per_page=10`)
let made = 0
const create = () => {
  const { title, content } = samplePost(made++)
  return fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `${title} ${made}`, content, status: 'publish' }),
  })
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The functions of a package that a request passes, and the files that they are in. */
interface Passed {
  functions: number
  files: number
}

/** Counts what the last of several equal requests passes, by package. */
async function passed(request: () => Promise<Response>): Promise<Readonly<Record<string, Passed>>> {
  for (let warm = 0; warm < 5; warm++) await send(request)
  await session.post('Profiler.takePreciseCoverage')
  await send(request)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const packages: Record<string, Passed> = {}
  for (const { url: script, functions } of result) {
    const [, name] = /\/packages\/([\w-]+)\/dist\//.exec(script) ?? []
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length
    if (name === undefined || called === 0) continue
    packages[name] ??= { functions: 0, files: 0 }
    packages[name].functions += called
    packages[name].files += 1
  }
  return packages
}

async function send(request: () => Promise<Response>): Promise<void> {
  const response = await request()
  await response.text()
  if (!response.ok) throw new Error(`the request was answered with ${response.status}`)
}

process.send?.(JSON.stringify({ list: await passed(list), create: await passed(create) }))
