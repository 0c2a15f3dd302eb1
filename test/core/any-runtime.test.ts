import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'

t.test('the core needs nothing of Node', async t => {
  const script = fileURLToPath(new URL('./run-without-node.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--experimental-vm-modules', '--no-warnings', script])
  t.match(JSON.parse(stdout), [
    { status: 200, tag: /^"[\da-f]{16}"$/, body: { word: 'word', list: [1, 2] } },
    { status: 200, body: { word: 'x', list: [1, 2] } },
    {
      status: 400,
      body: { code: 'rest_invalid_param', data: { details: { list: { code: String }, id: { code: String } } } },
    },
    { status: 200, body: { name: 'Anywhere' } },
    { status: 207, body: { responses: [{ status: 200, body: { word: 'y' } }] } },
  ])
})
