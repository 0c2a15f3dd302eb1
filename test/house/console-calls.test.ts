import { join } from 'node:path'
import t from 'tap'
import { consoleComplaints } from './console-calls.js'
import { root, sourceFiles } from './workspace.js'

t.test('the console only calls the interface', async t => {
  const files = sourceFiles(join(root, 'packages/console'))
  t.ok(files.length > 40)
  t.same(consoleComplaints(files), [])
})

for (const [text, refused] of [
  ['scope.site.call(x)', false],
  ['site.content.users.get(1)', true],
  ['const { content } = site', true],
  ['const { content: all } = scope.site', true],
  ['const { call, sessions } = site', false],
  ['function show({ site: { audit } }) {}', true],
  ['function show({ site: { call } }) {}', false],
  ["site['content']", true],
  ['site.context.url', false],
  ['site.context.store', true],
  ['const { options } = site.context', true],
  ['site.sessions.nonce(a, b)', false],
  ['site.sessions.signOutEverywhere(a)', true],
  ['site.setConsolePages(pages)', true],
  ["import { where } from '@platen/site'", true],
  ["import * as all from '@platen/site'", true],
  ["import type { UserRecord } from '@platen/site'", false],
  ["import { type UserRecord, escapedText } from '@platen/site'", true],
  ["import { escapedText } from '@platen/site/console'", false],
] as const)
  t.test(`${refused ? 'refuses' : 'accepts'} ${text}`, async t => {
    t.equal(consoleComplaints([{ path: 'pages/a.ts', text }]).length, refused ? 1 : 0)
  })
