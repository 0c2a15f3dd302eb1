import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpServer } from '@platen/http'
import { createMemoryStorage, createSharpImages } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, type Site } from '@platen/site'
import { openApiDocument } from '@platen/site/extend'
import t from 'tap'
import { run } from '../docs/run-code.js'
import { root } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'
import { isUnreachable, npm } from './npm.js'

t.setTimeout(600_000)

const manifest = {
  name: 'clients',
  private: true,
  type: 'module',
  dependencies: {
    '@oazapfts/runtime': '^1.2.0',
    '@types/node': '^20.0.0',
    oazapfts: '^7.5.0',
    'openapi-fetch': '^0.17.0',
    'openapi-typescript': '^7.13.0',
    typescript: '~5.9.0',
  },
}

const folder = temporaryFolder('openapi-clients')
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
copyFileSync(join(root, 'test/package/openapi-clients/calls.txt'), join(folder, 'calls.ts'))

async function install(): Promise<string | false> {
  try {
    await npm(['install', '--no-audit', '--no-fund'], folder)
    return false
  } catch (error) {
    if (isUnreachable(error)) return 'no package registry can be reached'
    throw error
  }
}

/** Serves a site with an administrator; returns its URL, and the credentials of an application password. */
async function serveSite() {
  let running: Site | undefined
  const server = createHttpServer(
    { dispatch: request => (running as Site).dispatch(request) },
    { basePath: '/cms-json' },
  )
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
  const admin = await installSite(store, { url, administrator })
  const media = { storage: createMemoryStorage({ url: `${url}/files` }), images: createSharpImages() }
  const site = createSite({ store, url, media })
  await site.ready()
  running = site
  const path = `/cms/v2/users/${admin.id}/application-passwords` as const
  const made = await site.call<{ readonly password: string }>('POST', path, { name: 'client' }, { as: admin })
  if (!made.ok) throw new Error('no application password')
  const credentials = Buffer.from(`admin:${made.body.password}`).toString('base64')
  return { site, url: `${url}/cms-json`, credentials, close: () => server.close() }
}

t.test('clients of two generators compile and call a site', { skip: await install() }, async t => {
  const { site, url, credentials, close } = await serveSite()
  t.teardown(close)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await openApiDocument(site.context)))
  const command = async (...words: readonly string[]) => {
    const { code, out, errors } = await run(process.execPath, words, folder)
    t.equal(code, 0, `${words[0]}: ${out}${errors}`)
    return out
  }
  const types = ['openapi.json', '--output', 'types.ts', '--default-non-nullable', 'false']
  await command('node_modules/openapi-typescript/bin/cli.js', ...types)
  await command('node_modules/oazapfts/dist/cli.js', 'openapi.json', 'api.ts')
  const strict = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--outDir', 'out']
  await command('node_modules/typescript/bin/tsc', ...strict, 'calls.ts')
  t.equal((await command('out/calls.js', url, credentials)).trim(), '31 calls')
})
