import { ImportError, type ImportOptions } from '@platen/cli'
import { postsIn, type Site, usersIn, wherePosts } from '@platen/site'
import t from 'tap'
import { element, item } from '../export-text.js'
import { contentsOf, newSite } from '../new-site.js'
import { importText } from './imported.js'

t.test('authors', async t => {
  const ada = element('wp:author', {
    'wp:author_login': 'ada',
    'wp:author_email': 'ada@example.com',
    'wp:author_display_name': 'Ada',
  })
  const by = (creator: string, guid = creator) => item({ guid, creator })
  const authorOf = async (site: Site, guid: string) => {
    const post = await postsIn(site.context.store).first({ where: wherePosts.eq('guid', guid) })
    return usersIn(site.context.store).get(post?.author ?? 0)
  }

  t.test('who is not described', async t => {
    const site = await newSite(t)
    await importText(site, by('Old Tom') + by('old-tom') + by('', 'nobody'))
    t.match(await authorOf(site, 'Old Tom'), { login: 'Old Tom', slug: 'old-tom', displayName: 'Old Tom' })
    t.match(await authorOf(site, 'old-tom'), { login: 'old-tom', slug: 'old-tom-2' })
    t.match(await authorOf(site, 'nobody'), { login: 'admin' })
  })
  t.test('who is there already', async t => {
    const site = await newSite(t)
    await importText(site, by('Admin'))
    t.match(await authorOf(site, 'Admin'), { login: 'admin' })
  })
  t.test('who is there by another name', async t => {
    const site = await newSite(t)
    await importText(site, ada)
    await importText(site, ada.replaceAll('[ada]', '[lin]') + by('lin'))
    t.match(await authorOf(site, 'lin'), { login: 'ada' })
  })
  t.test('whose content goes to somebody else', async t => {
    const site = await newSite(t)
    await importText(site, ada + by('ada') + by('bo'), { authorMap: { ada: 'ADMIN' } })
    t.match(await authorOf(site, 'ada'), { login: 'admin' })
    t.match(await authorOf(site, 'bo'), { login: 'bo' })
  })
  t.test('whose content all goes to one', async t => {
    const site = await newSite(t)
    t.notOk((await importText(site, ada + by('ada') + by('', 'n'), { authorMap: { '*': 'admin' } })).has('authors'))
    t.match(await authorOf(site, 'ada'), { login: 'admin' })
  })
  t.test('whose role is another one', async t => {
    const site = await newSite(t)
    await importText(site, by('bo'), { authorRole: 'editor' })
    t.match(await authorOf(site, 'bo'), { roles: ['editor'] })
  })
  const mistakes: Record<string, ImportOptions> = {
    'a user who is not there': { authorMap: { ada: 'nobody' } },
    'an author whom the file does not have': { authorMap: { eda: 'admin' } },
    'an unknown role': { authorRole: 'king' },
  }
  for (const [name, options] of Object.entries(mistakes)) {
    t.test(name, async t => {
      const site = await newSite(t)
      const before = await contentsOf(site.context.store)
      await t.rejects(importText(site, ada + by('ada'), options), ImportError)
      t.same(await contentsOf(site.context.store), before)
    })
  }
})
