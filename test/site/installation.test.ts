import { createMemoryStore } from '@platen/memory'
import { type InstallOptions, installSite, isInstalled, termsIn, usersIn } from '@platen/site'
import t from 'tap'

const NOW = Date.UTC(2024, 4, 5, 6, 7, 8)
const passwords = { hash: async (password: string) => `plain:${password}`, verify: async () => false }
const options: InstallOptions = {
  url: 'https://site.example',
  administrator: { login: 'Ann Lee', email: 'ann@example.com', password: 'secret' },
  services: { passwords, clock: () => NOW },
}

t.test('a new site has an administrator, a category and settings', async t => {
  const store = createMemoryStore()
  t.notOk(await isInstalled(store))
  const user = await installSite(store, { ...options, title: 'Title', tagline: 'Tagline' })
  t.ok(await isInstalled(store))
  t.match(user, {
    login: 'Ann Lee',
    slug: 'ann-lee',
    displayName: 'Ann Lee',
    roles: ['administrator'],
    passwordHash: 'plain:secret',
    url: 'https://site.example',
    registered: '2024-05-05T06:07:08',
  })
  const [category] = (await termsIn(store).find({})).records
  t.match(category, { taxonomy: 'category', slug: 'uncategorized' })
  t.equal(await store.options.get('default_category'), category?.id)
  t.equal(await store.options.get('title'), 'Title')
  t.equal(await store.options.get('description'), 'Tagline')
})

t.test('a store contains one site', async t => {
  const store = createMemoryStore()
  await installSite(store, options)
  await t.rejects(installSite(store, options), /already/)
  t.equal(await usersIn(store).count(), 1)
})

t.test('an invalid administrator leaves the store empty', async t => {
  const store = createMemoryStore()
  const administrator = { ...options.administrator, login: 'a/b' }
  await t.rejects(installSite(store, { ...options, administrator }), { code: 'invalid_username' })
  t.notOk(await isInstalled(store))
  t.equal(await termsIn(store).count(), 0)
})

t.test('unknown and invalid options leave the store empty', async t => {
  const store = createMemoryStore()
  for (const [wrong, message] of [
    [{ titel: 'x' }, /the options of installSite: unknown key "titel"; did you mean "title"\?/],
    [{ url: 'site.example' }, /"url" must be a URL/],
    [{ administrator: { login: 'ann', email: 'ann@example.com' } }, /"administrator\.password" is missing/],
    [{ services: { clock: NOW } }, /"services\.clock" must be a function/],
  ] as const) {
    const given: object = { ...options, ...wrong }
    await t.rejects(installSite(store, given as InstallOptions), { name: 'RegistrationError', message })
  }
  t.notOk(await isInstalled(store))
})
