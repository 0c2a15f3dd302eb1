import t from 'tap'
import { roomComplaints } from './rooms.js'
import { sourceFiles, workspacePackages } from './workspace.js'

for (const { workspace, folder } of workspacePackages()) {
  t.test(`rooms of ${workspace} form no circle, and are imported through their indexes`, async t => {
    t.same(roomComplaints(sourceFiles(folder)), { circles: [], pastAnIndex: [] })
  })
}

const inspect = (files: Readonly<Record<string, string>>) =>
  roomComplaints(Object.entries(files).map(([path, text]) => ({ path, text })))

t.test('a circle of rooms, though no two files import each other', async t => {
  const { circles } = inspect({
    'a/index.ts': "export * from './one.js'\nexport * from './two.js'",
    'a/one.ts': "import '../b/index.js'",
    'a/two.ts': '',
    'b/index.ts': "export type { B } from './in/b.js'",
    'b/in/b.ts': "import type { Two } from '../../a/two.js'",
  })
  t.same(circles, [['a', 'b']])
})

t.test('imports past an index', async t => {
  const { circles, pastAnIndex } = inspect({
    'index.ts': "export * from './a/index.js'",
    'a/index.ts': '',
    'a/inner/one.ts': "import '../two.js'",
    'a/two.ts': "import '../b/three.js'",
    'a/blocks/index.ts': "import '../two.js'",
    'b/index.ts': '',
    'b/three.ts': '',
  })
  t.same(circles, [])
  t.same(pastAnIndex, ['a/two.ts: imports b/three.ts', 'a/blocks/index.ts: imports a/two.ts'])
})
