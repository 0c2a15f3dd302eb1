import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import t from 'tap'
import { root } from '../house/workspace.js'

t.test('a page that uses the client loads at most 5 KB', async t => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'packages/client/bundle/index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  const [bundle] = outputFiles
  t.equal(outputFiles.length, 1)
  const size = gzipSync(bundle.contents, { level: 9 }).length
  t.ok(size > 1000 && size <= 5 * 1024, `${size} bytes`)
  t.comment(`${size} bytes compressed, ${bundle.contents.length} minified`)
})
