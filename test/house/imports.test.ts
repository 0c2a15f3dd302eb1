import t from 'tap'
import { importComplaints } from './imports.js'
import { sourceFiles, workspacePackages } from './workspace.js'

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
