import type { As, PostRecord, Site, Store, UserRecord } from '@platen/site'
import type { MakeOn } from '../site/every-store.js'
import { bytesOf, type MediaSite, mediaSite, painted } from '../site/features/media/media-site.js'

/** A site with a record of each kind. */
export interface Fixture extends MediaSite {
  /** Runs something before the next transaction begins, when its caller has been identified and permitted. */
  before(meanwhile: () => Promise<void>): void
  readonly ids: Readonly<Record<'post' | 'page' | 'draft' | 'revision' | 'image', number>> &
    Readonly<Record<'comment' | 'trashed' | 'term' | 'menu' | 'item' | 'family' | 'face' | 'password', number>>
  readonly template: string
  readonly part: string
  readonly widget: string
  readonly victim: UserRecord
}

/** Something that an operation refers to. */
export interface Reference {
  /** Prepares a call that refers to a record, and its removal by somebody else. */
  readonly prepare: (fixture: Fixture) => Promise<{
    readonly call: (by: As) => Promise<unknown>
    readonly remove: () => Promise<unknown>
  }>
  /** The code of the refusal. */
  readonly code: string
  readonly status: number
}

/** An operation, and what it checks in its transaction. */
export interface OperationRow {
  readonly call: (fixture: Fixture, by: As) => Promise<unknown>
  /** The code for an actor who has lost all roles; `undefined` if it needs no right. */
  readonly demoted: string | undefined
  /** What it refers to. */
  readonly references?: Readonly<Record<string, Reference>>
}

const EDIT = 'rest_cannot_edit'
const CREATE = 'rest_cannot_create'
const DELETE = 'rest_cannot_delete'
const TEMPLATES = 'rest_cannot_manage_templates'
const WIDGETS = 'rest_cannot_manage_widgets'
const text: { readonly name: string; readonly bytes: Uint8Array } = { name: 'notes.txt', bytes: bytesOf('Hello') }
const styled = { name: 'A', slug: 'a', fontFamily: 'A' }
const url = 'https://a.example'
const face = (family: number, fontFamily: string) => ({ family, settings: { fontFamily, src: 'https://site.example/a.woff2' } })

/** A new record as the target of an operation, which somebody else deletes. */
function target<R>(
  create: (fixture: Fixture, by: As) => Promise<R>,
  use: (fixture: Fixture, record: R, by: As) => Promise<unknown>,
  remove: (fixture: Fixture, record: R, by: As) => Promise<unknown>,
  code: string,
  status = 404,
): Reference {
  return {
    async prepare(fixture) {
      const bySystem = { as: fixture.site.system }
      const record = await create(fixture, bySystem)
      return { call: by => use(fixture, record, by), remove: () => remove(fixture, record, bySystem) }
    },
    code,
    status,
  }
}

type Use<R> = (fixture: Fixture, record: R, by: As) => Promise<unknown>

let created = 0
const name = () => `New ${++created}`

const post = (use: Use<PostRecord>, code = 'rest_post_invalid_id', status = 404, type = 'post') =>
  target(
    ({ site: { content } }, by) => content.posts.create({ title: name(), content: 'x', type }, by),
    use,
    ({ site: { content } }, { id }, by) => content.posts.delete(id, by),
    code,
    status,
  )
const user = (use: Use<UserRecord>, code: string, status = 404) =>
  target(
    ({ site: { content } }, by) => {
      const login = `user${++created}`
      return content.users.create({ login, email: `${login}@example.com`, roles: ['author'] }, by)
    },
    use,
    ({ site: { content } }, { id }, by) => content.users.delete(id, { ...by, reassignTo: 0 }),
    code,
    status,
  )
const media = (use: Use<PostRecord>, code = 'rest_post_invalid_id', status = 404) =>
  target(
    ({ site: { content } }, by) =>
      content.media.create({ name: 'a.png', bytes: painted({ width: 40, height: 30 }), sizes: false }, by),
    use,
    ({ site: { content } }, { id }, by) => content.media.delete(id, by),
    code,
    status,
  )
const comment = (use: Use<{ readonly id: number }>) =>
  target(
    ({ site: { content }, ids, users }, { as: _ }) =>
      content.comments.create({ post: ids.post, content: name() }, { as: users.get('editor') as UserRecord }),
    use,
    ({ site: { content } }, { id }, by) => content.comments.delete(id, by),
    'rest_comment_invalid_id',
  )
const term = (use: Use<{ readonly id: number }>, taxonomy = 'category', code = 'rest_term_invalid', status = 404) =>
  target(
    ({ site: { content } }, by) => content.terms.create({ taxonomy, name: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.terms.delete(id, by),
    code,
    status,
  )
const menu = (use: Use<{ readonly id: number }>, code = 'rest_term_invalid', status = 404) =>
  target(
    ({ site: { content } }, by) => content.menus.create({ name: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.menus.delete(id, by),
    code,
    status,
  )
const item = (use: Use<PostRecord>) =>
  target(
    ({ site: { content } }, by) => content.menuItems.create({ title: name(), url }, by),
    use,
    ({ site: { content } }, { id }, by) => content.menuItems.delete(id, by),
    'rest_post_invalid_id',
  )
const family = (use: Use<PostRecord>, code = 'rest_post_invalid_id') =>
  target(
    ({ site: { content } }, by) => content.fonts.createFamily({ ...styled, slug: `f${++created}` }, by),
    use,
    ({ site: { content } }, { id }, by) => content.fonts.deleteFamily(id, by),
    code,
  )
const password = (use: Use<{ readonly id: number }>) =>
  target(
    ({ site: { content }, victim }, by) => content.applicationPasswords.create({ user: victim.id, name: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.applicationPasswords.revoke(id, by),
    'rest_application_password_not_found',
  )
const widget = (use: Use<{ readonly id: string }>) =>
  target(
    ({ site: { content } }, by) => content.widgets.create({ idBase: 'block', sidebar: 'side' }, by),
    use,
    ({ site: { content } }, { id }, by) => content.widgets.delete(id, by),
    'rest_widget_not_found',
  )
const template = (kind: 'templates' | 'templateParts', use: Use<{ readonly id: string }>) =>
  target(
    ({ site: { content } }, by) => content[kind].create({ slug: `t${++created}`, title: 'T', content: 'x' }, by),
    use,
    ({ site: { content } }, { id }, by) => content[kind].delete(id, by),
    'rest_template_not_found',
  )
/** A revision of a new post: the post is what is deleted. */
const revision = (use: Use<PostRecord>) =>
  target<PostRecord>(
    async ({ site: { content }, store }, by) => {
      const { id } = await content.posts.create({ title: name() }, by)
      await content.posts.update(id, { title: name() }, by)
      const [found] = (await store.posts.find({})).records.filter(
        ({ type, parent }) => type === 'revision' && parent === id,
      )
      if (found === undefined) throw new Error('The post has no revision.')
      return found
    },
    use,
    ({ site: { content } }, { parent }, by) => content.posts.delete(parent, by),
    'rest_post_invalid_id',
  )

const FROM_FILE = { templates: 'platen//single', templateParts: 'platen//header' } as const

const templates = (kind: 'templates' | 'templateParts'): Readonly<Record<string, OperationRow>> => {
  const own = ({ template, part }: Fixture) => (kind === 'templates' ? template : part)
  return {
    [`${kind}.create`]: {
      call: ({ site: { content } }, by) => content[kind].create({ slug: 'own-2', title: 'Own', content: 'x' }, by),
      demoted: TEMPLATES,
      references: {
        author: user(
          ({ site: { content } }, { id: author }, by) =>
            content[kind].create({ slug: 'own-3', title: 'O', content: 'x', author }, by),
          'rest_invalid_author',
          400,
        ),
      },
    },
    [`${kind}.update`]: {
      call: (fixture, by) => fixture.site.content[kind].update(own(fixture), { title: name() }, by),
      demoted: TEMPLATES,
      references: {
        itself: template(kind, ({ site: { content } }, { id }, by) => content[kind].update(id, { title: 'x' }, by)),
      },
    },
    [`${kind}.revert`]: {
      call: ({ site: { content } }, by) => content[kind].revert(FROM_FILE[kind], by),
      demoted: TEMPLATES,
    },
    [`${kind}.trash`]: {
      call: (fixture, by) => fixture.site.content[kind].trash(own(fixture), by),
      demoted: TEMPLATES,
      references: { itself: template(kind, ({ site: { content } }, { id }, by) => content[kind].trash(id, by)) },
    },
    [`${kind}.delete`]: {
      call: (fixture, by) => fixture.site.content[kind].delete(own(fixture), by),
      demoted: TEMPLATES,
      references: { itself: template(kind, ({ site: { content } }, { id }, by) => content[kind].delete(id, by)) },
    },
  }
}

/** The operations of `site.content` by their paths. */
export const OPERATIONS: Readonly<Record<string, OperationRow>> = {
  'posts.create': {
    call: ({ site: { content } }, by) => content.posts.create({ title: name(), status: 'publish' }, by),
    demoted: CREATE,
    references: {
      author: user(
        ({ site: { content } }, { id: author }, by) => content.posts.create({ title: 'x', author }, by),
        'rest_invalid_author',
        400,
      ),
      parent: post(
        ({ site: { content } }, { id: parent }, by) => content.posts.create({ title: 'x', type: 'page', parent }, by),
        'rest_post_invalid_id',
        400,
        'page',
      ),
    },
  },
  'posts.update': {
    call: ({ site: { content }, ids }, by) => content.posts.update(ids.post, { title: name() }, by),
    demoted: EDIT,
    references: {
      itself: post(({ site: { content } }, { id }, by) => content.posts.update(id, { title: 'x' }, by)),
      author: user(
        ({ site: { content }, ids }, { id: author }, by) => content.posts.update(ids.post, { author }, by),
        'rest_invalid_author',
        400,
      ),
      parent: post(
        ({ site: { content }, ids }, { id: parent }, by) => content.posts.update(ids.page, { parent }, by),
        'rest_post_invalid_id',
        400,
        'page',
      ),
    },
  },
  'posts.trash': {
    call: ({ site: { content }, ids }, by) => content.posts.trash(ids.post, by),
    demoted: DELETE,
    references: { itself: post(({ site: { content } }, { id }, by) => content.posts.trash(id, by)) },
  },
  'posts.delete': {
    call: ({ site: { content }, ids }, by) => content.posts.delete(ids.post, by),
    demoted: DELETE,
    references: { itself: post(({ site: { content } }, { id }, by) => content.posts.delete(id, by)) },
  },
  'media.create': {
    call: ({ site: { content } }, by) => content.media.create(text, by),
    demoted: CREATE,
    references: {
      'the post': post(
        ({ site: { content } }, { id: attachedTo }, by) => content.media.create({ ...text, attachedTo }, by),
        EDIT,
        403,
      ),
      'the featured image': media(
        ({ site: { content } }, { id: featuredMedia }, by) =>
          content.media.create({ name: 'a.mp3', bytes: bytesOf('ID3\x03\0\0\0\0\0\0'), featuredMedia }, by),
        'rest_invalid_featured_media',
        400,
      ),
    },
  },
  'media.update': {
    call: ({ site: { content }, ids }, by) => content.media.update(ids.image, { title: name() }, by),
    demoted: EDIT,
    references: {
      itself: media(({ site: { content } }, { id }, by) => content.media.update(id, { title: 'x' }, by)),
      author: user(
        ({ site: { content }, ids }, { id: author }, by) => content.media.update(ids.image, { author }, by),
        'rest_invalid_author',
        400,
      ),
    },
  },
  'media.delete': {
    call: ({ site: { content }, ids }, by) => content.media.delete(ids.image, by),
    demoted: DELETE,
    references: { itself: media(({ site: { content } }, { id }, by) => content.media.delete(id, by)) },
  },
  'navigation.fallback': { call: ({ site: { content } }, by) => content.navigation.fallback(by), demoted: CREATE },
  'revisions.restore': {
    call: ({ site: { content }, ids }, by) => content.revisions.restore(ids.revision, by),
    demoted: EDIT,
    references: { 'its post': revision(({ site: { content } }, { id }, by) => content.revisions.restore(id, by)) },
  },
  'revisions.delete': {
    call: ({ site: { content }, ids }, by) => content.revisions.delete(ids.revision, by),
    demoted: DELETE,
    references: { 'its post': revision(({ site: { content } }, { id }, by) => content.revisions.delete(id, by)) },
  },
  'autosaves.store': {
    call: ({ site: { content }, ids }, by) => content.autosaves.store(ids.post, { title: name() }, by),
    demoted: EDIT,
    references: {
      'its post': post(({ site: { content } }, { id }, by) => content.autosaves.store(id, { title: 'x' }, by)),
    },
  },
  'comments.create': {
    call: ({ site: { content }, ids }, by) => content.comments.create({ post: ids.post, content: name() }, by),
    // Everybody who is signed in may comment.
    demoted: undefined,
    references: {
      'its post': post(
        ({ site: { content } }, { id }, by) => content.comments.create({ post: id, content: 'x' }, by),
        'rest_comment_invalid_post_id',
        403,
      ),
      'its post, which is closed meanwhile': target(
        ({ site: { content } }, by) =>
          content.posts.create({ title: name(), status: 'publish', commentStatus: 'open' }, by),
        ({ site: { content } }, { id }, by) => content.comments.create({ post: id, content: 'x' }, by),
        ({ site: { content } }, { id }, by) => content.posts.update(id, { commentStatus: 'closed' }, by),
        'rest_comment_closed',
        403,
      ),
      author: user(
        ({ site: { content }, ids }, { id: author }, by) =>
          content.comments.create({ post: ids.post, content: 'x', author }, by),
        'rest_comment_author_invalid',
        400,
      ),
    },
  },
  'comments.update': {
    call: ({ site: { content }, ids }, by) => content.comments.update(ids.comment, { content: name() }, by),
    demoted: EDIT,
    references: {
      itself: comment(({ site: { content } }, { id }, by) => content.comments.update(id, { content: 'x' }, by)),
    },
  },
  'comments.trash': {
    call: ({ site: { content }, ids }, by) => content.comments.trash(ids.comment, by),
    demoted: DELETE,
    references: { itself: comment(({ site: { content } }, { id }, by) => content.comments.trash(id, by)) },
  },
  'comments.restore': {
    call: ({ site: { content }, ids }, by) => content.comments.restore(ids.trashed, by),
    demoted: EDIT,
    references: { itself: comment(({ site: { content } }, { id }, by) => content.comments.restore(id, by)) },
  },
  'comments.delete': {
    call: ({ site: { content }, ids }, by) => content.comments.delete(ids.comment, by),
    demoted: DELETE,
    references: { itself: comment(({ site: { content } }, { id }, by) => content.comments.delete(id, by)) },
  },
  'terms.create': {
    call: ({ site: { content } }, by) => content.terms.create({ taxonomy: 'category', name: name() }, by),
    demoted: CREATE,
    references: {
      parent: term(
        ({ site: { content } }, { id: parent }, by) =>
          content.terms.create({ taxonomy: 'category', name: 'x', parent }, by),
        'category',
        'rest_term_invalid',
        400,
      ),
    },
  },
  'terms.update': {
    call: ({ site: { content }, ids }, by) => content.terms.update(ids.term, { name: name() }, by),
    demoted: 'rest_cannot_update',
    references: {
      itself: term(({ site: { content } }, { id }, by) => content.terms.update(id, { name: 'x' }, by)),
      parent: term(
        ({ site: { content }, ids }, { id: parent }, by) => content.terms.update(ids.term, { parent }, by),
        'category',
        'rest_term_invalid',
        400,
      ),
    },
  },
  'terms.delete': {
    call: ({ site: { content }, ids }, by) => content.terms.delete(ids.term, by),
    demoted: DELETE,
    references: { itself: term(({ site: { content } }, { id }, by) => content.terms.delete(id, by)) },
  },
  'menus.create': { call: ({ site: { content } }, by) => content.menus.create({ name: name() }, by), demoted: CREATE },
  'menus.update': {
    call: ({ site: { content }, ids }, by) => content.menus.update(ids.menu, { name: name() }, by),
    demoted: 'rest_cannot_update',
    references: { itself: menu(({ site: { content } }, { id }, by) => content.menus.update(id, { name: 'x' }, by)) },
  },
  'menus.delete': {
    call: ({ site: { content }, ids }, by) => content.menus.delete(ids.menu, by),
    demoted: DELETE,
    references: { itself: menu(({ site: { content } }, { id }, by) => content.menus.delete(id, by)) },
  },
  'menuItems.create': {
    call: ({ site: { content } }, by) => content.menuItems.create({ title: name(), url }, by),
    demoted: CREATE,
    references: {
      'its menu': menu(
        ({ site: { content } }, { id }, by) => content.menuItems.create({ title: 'x', url, menu: id }, by),
        'invalid_menu_id',
        400,
      ),
    },
  },
  'menuItems.update': {
    call: ({ site: { content }, ids }, by) => content.menuItems.update(ids.item, { title: name() }, by),
    demoted: EDIT,
    references: {
      itself: item(({ site: { content } }, { id }, by) => content.menuItems.update(id, { title: 'x' }, by)),
      'its menu': menu(
        ({ site: { content }, ids }, { id }, by) => content.menuItems.update(ids.item, { menu: id }, by),
        'invalid_menu_id',
        400,
      ),
    },
  },
  'menuItems.delete': {
    call: ({ site: { content }, ids }, by) => content.menuItems.delete(ids.item, by),
    demoted: DELETE,
    references: { itself: item(({ site: { content } }, { id }, by) => content.menuItems.delete(id, by)) },
  },
  'users.create': {
    call: ({ site: { content } }, by) =>
      content.users.create({ login: `new${++created}`, email: `new${created}@example.com` }, by),
    demoted: 'rest_cannot_create_user',
  },
  'users.update': {
    call: ({ site: { content }, victim }, by) => content.users.update(victim.id, { name: name() }, by),
    demoted: EDIT,
    references: {
      itself: user(
        ({ site: { content } }, { id }, by) => content.users.update(id, { name: 'x' }, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'users.delete': {
    call: ({ site: { content }, victim }, by) => content.users.delete(victim.id, { ...by, reassignTo: 0 }),
    demoted: 'rest_user_cannot_delete',
    references: {
      itself: user(({ site: { content } }, { id }, by) => content.users.delete(id, by), 'rest_user_invalid_id'),
      'who gets the posts': user(
        ({ site: { content }, victim }, { id: reassignTo }, by) =>
          content.users.delete(victim.id, { ...by, reassignTo }),
        'rest_user_invalid_reassign',
        400,
      ),
    },
  },
  'settings.update': {
    call: ({ site: { content } }, by) => content.settings.update({ title: name() }, by),
    demoted: 'rest_forbidden',
  },
  'applicationPasswords.create': {
    call: ({ site: { content }, victim }, by) =>
      content.applicationPasswords.create({ user: victim.id, name: name() }, by),
    demoted: 'rest_cannot_create_application_passwords',
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) => content.applicationPasswords.create({ user: id, name: 'x' }, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'applicationPasswords.rename': {
    call: ({ site: { content }, ids }, by) => content.applicationPasswords.rename(ids.password, name(), by),
    demoted: 'rest_cannot_edit_application_password',
    references: {
      itself: password(({ site: { content } }, { id }, by) => content.applicationPasswords.rename(id, 'x', by)),
    },
  },
  'applicationPasswords.revoke': {
    call: ({ site: { content }, ids }, by) => content.applicationPasswords.revoke(ids.password, by),
    demoted: 'rest_cannot_delete_application_password',
    references: {
      itself: password(({ site: { content } }, { id }, by) => content.applicationPasswords.revoke(id, by)),
    },
  },
  'applicationPasswords.revokeAll': {
    call: ({ site: { content }, victim }, by) => content.applicationPasswords.revokeAll(victim.id, by),
    demoted: 'rest_cannot_delete_application_passwords',
    references: {
      'their user': user(
        ({ site: { content } }, { id }, by) => content.applicationPasswords.revokeAll(id, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'passwordResets.invite': {
    call: ({ site: { content }, victim }, by) =>
      content.passwordResets.invite(victim.id, () => ({ subject: 's', text: 't' }), by),
    demoted: EDIT,
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) =>
          content.passwordResets.invite(id, () => ({ subject: 's', text: 't' }), by),
        'rest_user_invalid_id',
      ),
    },
  },
  'emailChanges.request': {
    call: ({ site: { content }, victim }, by) =>
      content.emailChanges.request(
        { user: victim.id, email: `e${++created}@example.com`, mail: () => ({ subject: 's', text: 't' }) },
        by,
      ),
    demoted: EDIT,
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) =>
          content.emailChanges.request(
            { user: id, email: 'e@example.com', mail: () => ({ subject: 's', text: 't' }) },
            by,
          ),
        'rest_user_invalid_id',
      ),
    },
  },
  'emailChanges.cancel': {
    call: ({ site: { content }, victim }, by) => content.emailChanges.cancel(victim.id, by),
    demoted: EDIT,
    references: {
      'its user': user(
        ({ site: { content } }, { id }, by) => content.emailChanges.cancel(id, by),
        'rest_user_invalid_id',
      ),
    },
  },
  'widgets.create': {
    call: ({ site: { content } }, by) => content.widgets.create({ idBase: 'block', sidebar: 'side' }, by),
    demoted: WIDGETS,
  },
  'widgets.update': {
    call: ({ site: { content }, widget }, by) => content.widgets.update(widget, { sidebar: 'other' }, by),
    demoted: WIDGETS,
    references: {
      itself: widget(({ site: { content } }, { id }, by) => content.widgets.update(id, { sidebar: 'other' }, by)),
    },
  },
  'widgets.deactivate': {
    call: ({ site: { content }, widget }, by) => content.widgets.deactivate(widget, by),
    demoted: WIDGETS,
    references: { itself: widget(({ site: { content } }, { id }, by) => content.widgets.deactivate(id, by)) },
  },
  'widgets.delete': {
    call: ({ site: { content }, widget }, by) => content.widgets.delete(widget, by),
    demoted: WIDGETS,
    references: { itself: widget(({ site: { content } }, { id }, by) => content.widgets.delete(id, by)) },
  },
  'widgets.arrange': {
    call: ({ site: { content }, widget }, by) => content.widgets.arrange('other', [widget], by),
    demoted: WIDGETS,
  },
  'fonts.createFamily': {
    call: ({ site: { content } }, by) => content.fonts.createFamily({ ...styled, slug: `g${++created}` }, by),
    demoted: CREATE,
  },
  'fonts.updateFamily': {
    call: ({ site: { content }, ids }, by) => content.fonts.updateFamily(ids.family, { name: name() }, by),
    demoted: EDIT,
    references: {
      itself: family(({ site: { content } }, { id }, by) => content.fonts.updateFamily(id, { name: 'x' }, by)),
    },
  },
  'fonts.deleteFamily': {
    call: ({ site: { content }, ids }, by) => content.fonts.deleteFamily(ids.family, by),
    demoted: DELETE,
    references: { itself: family(({ site: { content } }, { id }, by) => content.fonts.deleteFamily(id, by)) },
  },
  'fonts.createFace': {
    call: ({ site: { content }, ids }, by) => content.fonts.createFace(face(ids.family, name()), by),
    demoted: CREATE,
    references: {
      'its family': family(
        ({ site: { content } }, { id }, by) => content.fonts.createFace(face(id, name()), by),
        'rest_post_invalid_parent',
      ),
    },
  },
  'fonts.deleteFace': {
    call: ({ site: { content }, ids }, by) => content.fonts.deleteFace(ids.face, by),
    demoted: DELETE,
    references: {
      'its family': target<PostRecord>(
        async ({ site: { content } }, by) => {
          const { id } = await content.fonts.createFamily({ ...styled, slug: `f${++created}` }, by)
          return content.fonts.createFace(face(id, name()), by)
        },
        ({ site: { content } }, { id }, by) => content.fonts.deleteFace(id, by),
        ({ site: { content } }, { parent }, by) => content.fonts.deleteFamily(parent, by),
        'rest_post_invalid_id',
      ),
    },
  },
  'themes.activate': {
    call: ({ site: { content } }, by) => content.themes.activate('platen', by),
    demoted: 'rest_cannot_switch_themes',
  },
  'globalStyles.update': {
    call: ({ site: { content } }, by) => content.globalStyles.update({ title: name() }, by),
    demoted: EDIT,
  },
  ...templates('templates'),
  ...templates('templateParts'),
}

/** Functions of `site.content` that are not operations of an actor, and why. */
export const OTHERS: Readonly<Record<string, string>> = {
  'posts.publishDue': 'on behalf of the site; a post that changes meanwhile is not published',
  'passwordResets.request': 'anonymous',
  'passwordResets.complete': 'anonymous: the token identifies a user, who is loaded in the transaction',
  'emailChanges.confirm': 'tested with a mailed token, below',
  'plugins.install': 'tested with a folder of plugins, below',
  'plugins.activate': 'tested with a folder of plugins, below',
  'plugins.deactivate': 'tested with a folder of plugins, below',
  'plugins.delete': 'tested with a folder of plugins, below',
  transaction: 'runs operations, each of which checks its actor',
}

/** The names of functions that only read. */
export const READS =
  /\.(?:get|find|list|own|all|version|isAvailable|pending|broken|active|tree|stylesheet|lookup|archive)$/

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
  const victim = users.get('author') as UserRecord
  const post = await content.posts.create({ title: 'Post', content: 'x', status: 'publish' }, by)
  await content.posts.update(post.id, { title: 'Revised' }, by)
  const revision = (await store.posts.find({})).records.find(({ type }) => type === 'revision')
  const page = await content.posts.create({ title: 'Page', type: 'page', status: 'publish' }, by)
  const draft = await content.posts.create({ title: 'Draft' }, by)
  const image = await content.media.create({ name: 'b.png', bytes: painted({ width: 40, height: 30 }) }, by)
  const editor = { as: users.get('editor') as UserRecord }
  const comment = await content.comments.create({ post: post.id, content: 'One' }, editor)
  const trashed = await content.comments.create({ post: post.id, content: 'Two' }, editor)
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
  await content.globalStyles.update({ title: 'Styles' }, by)
  await content.templates.update(FROM_FILE.templates, { title: 'Own' }, by)
  await content.templateParts.update(FROM_FILE.templateParts, { title: 'Own' }, by)
  const own = { slug: 'own', title: 'Own', content: 'x' }
  return {
    ...made,
    before(meanwhile) {
      waiting = meanwhile
    },
    victim,
    ids: {
      post: post.id,
      page: page.id,
      draft: draft.id,
      revision: revision?.id ?? 0,
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
    template: (await content.templates.create(own, by)).id,
    part: (await content.templateParts.create(own, by)).id,
    widget: (await content.widgets.create({ idBase: 'block', sidebar: 'side' }, by)).id,
  }
}
