import { join } from 'node:path'
import t from 'tap'
import { consoleComplaints } from './console-calls.js'
import { importCircles } from './import-circles.js'
import { importComplaints } from './imports.js'
import { root, sourceFiles, workspacePackages } from './workspace.js'

for (const { workspace, folder, manifest } of workspacePackages()) {
  t.test(`${workspace} imports inward only, and what it declares`, async t => {
    t.same(importComplaints(workspace, manifest, sourceFiles(folder)), [])
  })
}

const declared = {
  name: '@platen/any',
  dependencies: { '@platen/core': '*', '@platen/sql': '*', uuid: '*', kysely: '*' },
  imports: { '#here': { node: './a-node.js', default: './a.js' } },
}

const samples: { workspace: string; path?: string; text: string; refused: boolean }[] = [
  { workspace: 'core', text: "import { v4 } from 'uuid'", refused: false },
  { workspace: 'core', text: "import { a } from './a.js'", refused: false },
  { workspace: 'core', text: "import { a } from '#here'", refused: false },
  { workspace: 'core', text: "import { a } from '#nowhere'", refused: true },
  { workspace: 'core', path: 'deep/file.ts', text: "import { a } from '../a.js'", refused: false },
  { workspace: 'core', text: 'const process = (step: string) => step; process(request.process)', refused: false },
  { workspace: 'core', text: 'interface Step { process(): void; require: boolean }; step.require', refused: false },
  { workspace: 'core', text: "import { a } from '../../site/src/a.js'", refused: true },
  { workspace: 'core', text: "import { readFile } from 'node:fs'", refused: true },
  { workspace: 'core', text: "import type { Readable } from 'node:stream'", refused: true },
  { workspace: 'core', text: "type Stream = import('node:stream').Readable", refused: true },
  { workspace: 'core', text: "import { sql } from 'kysely'", refused: true },
  { workspace: 'core', text: "await import('@platen/sql')", refused: true },
  { workspace: 'core', text: "const bytes = Buffer.from('x')", refused: true },
  { workspace: 'core', text: 'const mode = process.env.MODE', refused: true },
  { workspace: 'core', text: "const fs = require('fs')", refused: true },
  { workspace: 'core', text: 'setImmediate(() => 1)', refused: true },
  { workspace: 'rendering', text: "import { a } from '@platen/core'", refused: false },
  { workspace: 'rendering', text: "import { a } from '@platen/site'", refused: true },
  { workspace: 'rendering', text: "import { join } from 'node:path'", refused: true },
  { workspace: 'storage', path: 'queries/query.ts', text: "import { join } from 'node:path'", refused: true },
  { workspace: 'storage', path: 'mutex.ts', text: 'process.env', refused: true },
  { workspace: 'storage', path: 'contract/cases.ts', text: "import assert from 'node:assert/strict'", refused: false },
  { workspace: 'storage', path: 'driver-error.ts', text: 'process.env', refused: false },
  { workspace: 'memory', text: "import { a } from '@platen/site'", refused: true },
  { workspace: 'site', text: "import { createHash } from 'node:crypto'", refused: false },
  { workspace: 'site', text: "export * from '@platen/core'", refused: false },
  { workspace: 'site', text: "export * from '@platen/sql'", refused: true },
  { workspace: 'site', text: "import sharp from 'sharp'", refused: true },
  { workspace: 'site', text: "import 'fs'", refused: true },
  { workspace: 'http', text: "import { a } from '@platen/sql'", refused: true },
  { workspace: 'http', text: "import { a } from '@platen/core/deep'", refused: false },
  { workspace: 'cli', text: "import { a } from '@platen/sql'", refused: false },
  { workspace: 'cli', text: "import { a } from '@platen/memory'", refused: true },
  { workspace: 'cellar', text: '', refused: true },
]

for (const { workspace, path = 'file.ts', text, refused } of samples) {
  t.test(`${refused ? 'refuses' : 'accepts'} in ${workspace}/${path}: ${text}`, async t => {
    t.equal(importComplaints(workspace, declared, [{ path, text }]).length > 0, refused)
  })
}

for (const { workspace, folder } of workspacePackages()) {
  t.test(`no two files of ${workspace} import each other in a circle`, async t => {
    t.same(importCircles(sourceFiles(folder)), [])
  })
}

const importCirclesSamples: { name: string; files: Record<string, string>; circles: string[][] }[] = [
  { name: 'a chain', files: { 'a.ts': "import './b.js'", 'b.ts': "import './c.js'", 'c.ts': '' }, circles: [] },
  {
    name: 'two ways to one file',
    files: { 'a.ts': "import './b.js'\nimport './c.js'", 'b.ts': "import './c.js'", 'c.ts': '' },
    circles: [],
  },
  {
    name: 'two files',
    files: { 'a.ts': "import { b } from './b.js'", 'b.ts': "import { a } from './a.js'" },
    circles: [['a.ts', 'b.ts']],
  },
  {
    name: 'types alone',
    files: { 'a.ts': "import type { B } from './b.js'", 'b.ts': "export type { A } from './a.js'" },
    circles: [['a.ts', 'b.ts']],
  },
  {
    name: 'three files in two folders, and what leads to them',
    files: {
      'index.ts': "export * from './in/a.js'",
      'in/a.ts': "import { b } from './b.js'",
      'in/b.ts': "type C = import('../c.js').C",
      'c.ts': "import { a } from './in/a.js'",
    },
    circles: [['c.ts', 'in/a.ts', 'in/b.ts']],
  },
  { name: 'a file that imports itself', files: { 'a.ts': "import { a } from './a.js'" }, circles: [['a.ts']] },
]

for (const { name, files, circles } of importCirclesSamples) {
  t.test(`circles: ${name}`, async t => {
    t.same(importCircles(Object.entries(files).map(([path, text]) => ({ path, text }))), circles)
  })
}

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
