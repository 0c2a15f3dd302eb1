import t from 'tap'
import { importComplaints } from './imports.js'
import { sourceFiles, workspacePackages } from './workspace.js'

for (const { room, folder, manifest } of workspacePackages()) {
  t.test(`${room} imports inward only, and what it declares`, async t => {
    t.same(importComplaints(room, manifest, sourceFiles(folder)), [])
  })
}

const declared = {
  name: '@platen/any',
  dependencies: { '@platen/core': '*', '@platen/sql': '*', uuid: '*', kysely: '*' },
  imports: { '#here': { node: './a-node.js', default: './a.js' } },
}

const samples: { room: string; path?: string; text: string; refused: boolean }[] = [
  { room: 'core', text: "import { v4 } from 'uuid'", refused: false },
  { room: 'core', text: "import { a } from './a.js'", refused: false },
  { room: 'core', text: "import { a } from '#here'", refused: false },
  { room: 'core', text: "import { a } from '#nowhere'", refused: true },
  { room: 'core', path: 'deep/file.ts', text: "import { a } from '../a.js'", refused: false },
  { room: 'core', text: 'const process = (step: string) => step; process(request.process)', refused: false },
  { room: 'core', text: 'interface Step { process(): void; require: boolean }; step.require', refused: false },
  { room: 'core', text: "import { a } from '../../site/src/a.js'", refused: true },
  { room: 'core', text: "import { readFile } from 'node:fs'", refused: true },
  { room: 'core', text: "import type { Readable } from 'node:stream'", refused: true },
  { room: 'core', text: "type Stream = import('node:stream').Readable", refused: true },
  { room: 'core', text: "import { sql } from 'kysely'", refused: true },
  { room: 'core', text: "await import('@platen/sql')", refused: true },
  { room: 'core', text: "const bytes = Buffer.from('x')", refused: true },
  { room: 'core', text: 'const mode = process.env.MODE', refused: true },
  { room: 'core', text: "const fs = require('fs')", refused: true },
  { room: 'core', text: 'setImmediate(() => 1)', refused: true },
  { room: 'rendering', text: "import { a } from '@platen/core'", refused: false },
  { room: 'rendering', text: "import { a } from '@platen/site'", refused: true },
  { room: 'rendering', text: "import { join } from 'node:path'", refused: true },
  { room: 'site', text: "import { createHash } from 'node:crypto'", refused: false },
  { room: 'site', text: "export * from '@platen/core'", refused: false },
  { room: 'site', text: "export * from '@platen/sql'", refused: true },
  { room: 'site', text: "import sharp from 'sharp'", refused: true },
  { room: 'site', text: "import 'fs'", refused: true },
  { room: 'http', text: "import { a } from '@platen/sql'", refused: true },
  { room: 'http', text: "import { a } from '@platen/core/deep'", refused: false },
  { room: 'cli', text: "import { a } from '@platen/sql'", refused: false },
  { room: 'cli', text: "import { a } from '@platen/memory'", refused: true },
  { room: 'cellar', text: '', refused: true },
]

for (const { room, path = 'file.ts', text, refused } of samples) {
  t.test(`${refused ? 'refuses' : 'accepts'} in ${room}/${path}: ${text}`, async t => {
    t.equal(importComplaints(room, declared, [{ path, text }]).length > 0, refused)
  })
}
