import t from 'tap'
import { importCircles } from './import-circles.js'
import { sourceFiles, workspacePackages } from './workspace.js'

for (const { workspace, folder } of workspacePackages()) {
  t.test(`no two files of ${workspace} import each other in a circle`, async t => {
    t.same(importCircles(sourceFiles(folder)), [])
  })
}

const samples: { name: string; files: Record<string, string>; circles: string[][] }[] = [
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

for (const { name, files, circles } of samples) {
  t.test(`circles: ${name}`, async t => {
    t.same(importCircles(Object.entries(files).map(([path, text]) => ({ path, text }))), circles)
  })
}
