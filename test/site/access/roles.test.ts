import { defaultRoles } from '@platen/site'
import t from 'tap'

const capabilities = (role: string) => new Set(defaultRoles[role]?.capabilities)

t.test('each role can do all that the one below it can', async t => {
  const order = ['subscriber', 'contributor', 'author', 'editor', 'administrator']
  t.same(Object.keys(defaultRoles).toSorted(), order.toSorted())
  for (const [i, role] of order.entries()) {
    for (const capability of capabilities(order[i - 1] ?? ''))
      t.ok(capabilities(role).has(capability), `${role}: ${capability}`)
  }
})

const HIGHEST: readonly (readonly [string, number])[] = [
  ['subscriber', 0],
  ['contributor', 1],
  ['author', 2],
  ['editor', 7],
  ['administrator', 10],
]

t.test('levels go up to the role’s own', async t => {
  for (const [role, highest] of HIGHEST) {
    const levels = [...capabilities(role)].filter(capability => capability.startsWith('level_'))
    t.equal(levels.length, highest + 1, role)
    t.ok(levels.includes(`level_${highest}`), role)
  }
})

t.test('nobody below administrators manages users or settings', async t => {
  for (const capability of [
    'manage_options',
    'list_users',
    'create_users',
    'edit_users',
    'delete_users',
    'promote_users',
  ]) {
    for (const role of Object.keys(defaultRoles))
      t.equal(capabilities(role).has(capability), role === 'administrator', `${role}: ${capability}`)
  }
})
