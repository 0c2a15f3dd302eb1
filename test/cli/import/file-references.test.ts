import { postsIn, wherePosts } from '@platen/site'
import t from 'tap'
import { grows } from '../../growth.js'
import { mediaSite } from '../../site/features/media/media-site.js'
import { item } from '../export-text.js'
import { importText, postOf } from './imported.js'

const picture = (id: number) =>
  item({
    title: `P${id}`,
    guid: `picture ${id}`,
    post_id: id,
    post_type: 'attachment',
    status: 'inherit',
    attachment_url: `https://old.example/uploads/p${id}.jpg`,
  })
const post = (title: string, id: number, content: string) =>
  item({ title, guid: title, post_id: id, status: 'publish', post_type: 'post', content })

/** Contents with the ids 1 and 2 as `#1` and `#2`, which are those of pictures, and all else as it stays. */
const CONTENTS: readonly string[] = [
  '[gallery ids="#1,#2"] [gallery link=file ids=#2,999] [gallery include=\'#2, #1\' exclude="#1" columns="2"]',
  '[playlist ids="#2"] [gallery id="#1"] [galleries ids="1"] ids="1" [gallery columns="1"]',
  '<img class="alignleft wp-image-#1 size-full" data-id="#1" src="a-1.jpg"/> <b>wp-image-1 attachment_1</b>',
  '<img src="1.jpg" data-id="1" class="x-wp-image-1 wp-image-12 wp-image-1x" />',
  '[caption id="attachment_#2" width="1"]<a rel="attachment wp-att-#2" href="?attachment_id=#1"><img class="wp-image-#2" /></a>[/caption]',
  '<!-- wp:image {"id":#1,"width":1,"className":"a"} --><figure><img src="a.jpg" class="wp-image-#1"/></figure><!-- /wp:image -->',
  '<!-- wp:image {"style":{"id":1},"x":[{"id":2}],"id":#2} /-->',
  '<!-- wp:gallery {"ids":[#1,"#2",3.1],"columns":1} --><!-- wp:cover {"id":#2,"dimRatio":1} /--><!-- /wp:gallery -->',
  '<!-- wp:media-text {"mediaId":#2,"id":1,"mediaLink":"1"} /--><!-- wp:file {"id":#1} /--><!-- wp:audio {"id":#1} /-->',
  '<!-- wp:video {"id":#2,"tracks":[{"id":1}]} /--><!-- wp:acme/image {"id":1} /--><!-- wp:paragraph {"id":1} /-->',
  '<!-- wp:image {"id":"1"} /--><!-- wp:image {"id":1.5} /--><!-- wp:image {"ids":[1]} /-->',
]
const withIds = (content: string, ids: Readonly<Record<string, number>>) =>
  content.replace(/#(\d)/g, (_found, id: string) => String(ids[id]))

t.test('files that get other ids are named by them within content', async t => {
  const { site, store } = await mediaSite()
  for (const title of ['A', 'B', 'C']) await site.content.posts.create({ title }, { as: site.system })
  // References may come before the files that they mean.
  const text =
    CONTENTS.map((content, at) => post(`T${at}`, 100 + at, withIds(content, { 1: 1, 2: 2 }))).join('') +
    picture(1) +
    picture(2)
  await importText(site, text)
  const ids = { 1: (await postOf(site, 'P1')).id, 2: (await postOf(site, 'P2')).id }
  t.ok(ids[1] > 3 && ids[2] > 3)
  const contents = async () => Promise.all(CONTENTS.map(async (_content, at) => (await postOf(site, `T${at}`)).content))
  const imported = await contents()
  for (const [at, content] of CONTENTS.entries()) t.equal(imported[at], withIds(content, ids), content)
  const versions = async () =>
    (await postsIn(store).find({ where: wherePosts.ne('id', 0) })).records.map(each => each.version)
  const before = await versions()
  await importText(site, text)
  t.same(await contents(), imported)
  t.same(await versions(), before, 'a second import changes nothing')
})

t.test('ids that two files exchange are exchanged', async t => {
  const { site } = await mediaSite()
  await importText(site, picture(2) + picture(1))
  await site.content.media.delete((await postOf(site, 'P1')).id, { as: site.system })
  await site.content.posts.create({ title: 'In its place' }, { as: site.system })
  await importText(site, picture(1) + picture(2) + post('T', 50, '[gallery ids="1,2,1"] <img class="wp-image-2"/>'))
  const [one, two] = [(await postOf(site, 'P1')).id, (await postOf(site, 'P2')).id]
  t.equal((await postOf(site, 'T')).content, `[gallery ids="${one},${two},${one}"] <img class="wp-image-${two}"/>`)
})

t.test('hostile contents take linear time', async t => {
  const parts = [
    '[gallery ids="',
    '[gallery ids=1',
    '<img ',
    'class="wp-image-1',
    "id='",
    '<!-- wp:image {"id":',
    '{"a":"\\\\',
    '1,',
  ]
  const deep = `<!-- wp:image {"x":${'['.repeat(300)}${']'.repeat(300)},"id":1} /-->`
  const importing = async (times: number) => {
    const { site } = await mediaSite()
    await site.content.posts.create({ title: 'A' }, { as: site.system })
    const texts = parts.map((part, at) => post(`H${at}`, 200 + at, `[gallery ${part.repeat(times)}`))
    return async () => {
      await importText(site, picture(1) + texts.join('') + post('Deep', 300, deep))
      const { id } = await postOf(site, 'P1')
      t.equal((await postOf(site, 'Deep')).content, deep.replace('"id":1', `"id":${id}`))
    }
  }
  t.equal(await grows(importing, 100_000), undefined)
})
