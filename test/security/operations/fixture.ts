import { applicationPasswordsIn, postsIn, type Site, type UserRecord } from '@platen/site'
import type { Store } from '@platen/storage'
import type { Test } from 'tap'
import { builtInCollections } from '../../site/built-in-collections.js'
import type { MakeOn } from '../../site/every-store.js'
import { bytesOf, type MediaSite, mediaSite, painted } from '../../site/features/media/media-site.js'

/** A site with a record of each kind. */
export interface Fixture extends MediaSite {
  /** Runs something before the next transaction begins, when its caller has been identified and permitted. */
  before(meanwhile: () => Promise<void>): void
  readonly ids: Readonly<Record<'post' | 'page' | 'block' | 'navigation' | 'image' | 'bare', number>> &
    Readonly<Record<'revision' | 'pageRevision' | 'blockRevision' | 'navigationRevision', number>> &
    Readonly<Record<'templateRevision' | 'partRevision' | 'comment' | 'trashed' | 'term' | 'tag', number>> &
    Readonly<Record<'pattern' | 'menu' | 'item' | 'family' | 'face' | 'password', number>>
  readonly uuid: string
  readonly imageUrl: string
  /** The id of the global styles. */
  readonly styles: number
  readonly template: string
  readonly part: string
  readonly widget: string
  readonly victim: UserRecord
}

export const EDIT = 'rest_cannot_edit'
export const CREATE = 'rest_cannot_create'
export const DELETE = 'rest_cannot_delete'
export const TEMPLATES = 'rest_cannot_manage_templates'
export const WIDGETS = 'rest_cannot_manage_widgets'
export const text: { readonly name: string; readonly bytes: Uint8Array } = {
  name: 'notes.txt',
  bytes: bytesOf('Hello'),
}
export const styled = { name: 'A', slug: 'a', fontFamily: 'A' }
export const url = 'https://a.example'
export const face = (family: number, fontFamily: string) => ({
  family,
  settings: { fontFamily, src: 'https://site.example/a.woff2' },
})

export const FROM_FILE = { templates: 'platen//single', templateParts: 'platen//header' } as const

/** A site with a record of each kind. */
export async function openFixture(make: MakeOn): Promise<Fixture> {
  let waiting: (() => Promise<void>) | undefined
  const wrapStore = (store: Store): Store => ({
    ...store,
    async transaction(work, options) {
      const meanwhile = waiting
      waiting = undefined
      await meanwhile?.()
      return store.transaction(work, options)
    },
  })
  const made = await mediaSite(
    {},
    {
      wrapStore,
      register(site: Site) {
        for (const id of ['side', 'other']) site.registerSidebar(id, { name: id })
      },
      services: { mailer: { send: async () => undefined } },
    },
    make,
  )
  const { site, store, users } = made
  const { content, system } = site
  const by = { as: system }
  const userOf = (role: string) => {
    const user = users.get(role)
    if (user === undefined) throw new Error(`The site has no ${role}.`)
    return user
  }
  const victim = userOf('author')
  /** The id of a revision of a post, which a change makes. */
  const revised = async (id: number, change: () => Promise<unknown>): Promise<number> => {
    await change()
    const found = (await postsIn(store).find({})).records.find(each => each.type === 'revision' && each.parent === id)
    if (found === undefined) throw new Error('The post has no revision.')
    return found.id
  }
  const written = async (type: string, status = 'publish') => {
    const { id } = await content.posts.create({ title: type, content: 'x', type, status }, by)
    return [id, await revised(id, () => content.posts.update(id, { content: 'Revised' }, by))] as const
  }
  const [post, revision] = await written('post')
  const [page, pageRevision] = await written('page')
  const [block, blockRevision] = await written('cms_block')
  const [navigation, navigationRevision] = await written('cms_navigation', 'draft')
  const image = await content.media.create({ name: 'b.png', bytes: painted({ width: 40, height: 30 }) }, by)
  const editor = { as: userOf('editor') }
  const comment = await content.comments.create({ post, content: 'One' }, editor)
  const trashed = await content.comments.create({ post, content: 'Two' }, editor)
  await content.comments.trash(trashed.id, by)
  const term = await content.terms.create({ taxonomy: 'category', name: 'Term' }, by)
  const menu = await content.menus.create({ name: 'Menu' }, by)
  const item = await content.menuItems.create({ title: 'Item', url, menu: menu.id }, by)
  const family = await content.fonts.createFamily(styled, by)
  const ownFace = await content.fonts.createFace(face(family.id, 'Own'), by)
  const password = await content.applicationPasswords.create({ user: victim.id, name: 'Phone' }, by)
  await content.emailChanges.request(
    { user: victim.id, email: 'v@example.com', mail: () => ({ subject: 's', text: 't' }) },
    by,
  )
  // The key of encoded instances is stored when it is needed first.
  await made.send('POST /widgets', { body: { id_base: 'block', instance: { raw: { content: 'x' } } } })
  const styles = await content.globalStyles.update({ title: 'Styles' }, by)
  await content.templates.update(FROM_FILE.templates, { title: 'Own' }, by)
  await content.templateParts.update(FROM_FILE.templateParts, { title: 'Own' }, by)
  const own = { slug: 'own', title: 'Own', content: 'x' }
  const template = await content.templates.create(own, by)
  const part = await content.templateParts.create(own, by)
  const bare = await content.media.create(
    { name: 'c.png', bytes: painted({ width: 400, height: 300 }), sizes: false },
    by,
  )
  return {
    ...made,
    before(meanwhile) {
      waiting = meanwhile
    },
    victim,
    uuid: password.uuid,
    styles: styles.id,
    imageUrl: `https://site.example/files/${[...made.files.keys()].find(each => each.endsWith('b.png')) ?? ''}`,
    ids: {
      post,
      revision,
      page,
      pageRevision,
      block,
      blockRevision,
      navigation,
      navigationRevision,
      templateRevision: await revised(template.post.id, () =>
        content.templates.update(template.id, { content: 'y' }, by),
      ),
      partRevision: await revised(part.post.id, () => content.templateParts.update(part.id, { content: 'y' }, by)),
      bare: bare.id,
      tag: (await content.terms.create({ taxonomy: 'post_tag', name: 'Tag' }, by)).id,
      pattern: (await content.terms.create({ taxonomy: 'cms_pattern_category', name: 'Pattern' }, by)).id,
      image: image.id,
      comment: comment.id,
      trashed: trashed.id,
      term: term.id,
      menu: menu.id,
      item: item.id,
      family: family.id,
      face: ownFace.id,
      password: password.id,
    },
    template: template.id,
    part: part.id,
    widget: (await content.widgets.create({ idBase: 'block', sidebar: 'side' }, by)).id,
  }
}

/** All records and options, except those stored a little later: audit events, and when passwords were used. */
export async function contentsOf({ store }: Fixture) {
  const stored = builtInCollections.filter(({ name }) => name !== 'auditEvents')
  const records = await Promise.all(
    stored.map(async each => [each.name, (await store.collection(each).find({})).records] as const),
  )
  const passwords = (await applicationPasswordsIn(store).find({})).records.map(({ id, name }) => ({ id, name }))
  const byName = new Map<string, readonly object[]>([...records, ['applicationPasswords', passwords]])
  return { records: byName, options: new Map(await store.options.all()) }
}

/** A call, and what happens before its transaction. */
export interface Attempt {
  readonly call: () => Promise<unknown>
  readonly meanwhile: () => Promise<unknown>
}

/** Checks that a call stores nothing if something happens before its transaction. */
export async function refusedBefore(
  t: Test,
  fixture: Fixture,
  what: string,
  { call, meanwhile }: Attempt,
): Promise<void> {
  let before: Awaited<ReturnType<typeof contentsOf>> | undefined
  fixture.before(async () => {
    await meanwhile()
    before = await contentsOf(fixture)
  })
  const files = new Set(fixture.files.keys())
  await call()
  t.ok(before, `${what}: the call was permitted before`)
  t.same(await contentsOf(fixture), before, `${what}: nothing is stored`)
  t.same(
    [...fixture.files.keys()].filter(name => !files.has(name)),
    [],
    `${what}: no file is left`,
  )
}
