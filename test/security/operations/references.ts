import { type As, type PostRecord, postsIn, type UserRecord } from '@platen/site'
import { painted } from '../../site/features/media/media-site.js'
import { type Fixture, styled, url } from './fixture.js'
import type { Reference } from './operation-row.js'

/** A new record as the target of an operation, which somebody else deletes. */
export function target<R>(
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

export type Use<R> = (fixture: Fixture, record: R, by: As) => Promise<unknown>

let created = 0
/** A number that no record has in its name. */
export const nextNumber = () => ++created
/** A name that nothing has. */
export const name = () => `New ${nextNumber()}`

export const post = (use: Use<PostRecord>, code = 'rest_post_invalid_id', status = 404, type = 'post') =>
  target(
    ({ site: { content } }, by) => content.posts.create({ title: name(), content: 'x', type }, by),
    use,
    ({ site: { content } }, { id }, by) => content.posts.delete(id, by),
    code,
    status,
  )
export const user = (use: Use<UserRecord>, code: string, status = 404) =>
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
export const media = (use: Use<PostRecord>, code = 'rest_post_invalid_id', status = 404) =>
  target(
    ({ site: { content } }, by) =>
      content.media.create({ name: 'a.png', bytes: painted({ width: 40, height: 30 }), sizes: false }, by),
    use,
    ({ site: { content } }, { id }, by) => content.media.delete(id, by),
    code,
    status,
  )
export const comment = (use: Use<{ readonly id: number }>) =>
  target(
    ({ site: { content }, ids }, by) => content.comments.create({ post: ids.post, content: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.comments.delete(id, by),
    'rest_comment_invalid_id',
  )
export const term = (
  use: Use<{ readonly id: number }>,
  taxonomy = 'category',
  code = 'rest_term_invalid',
  status = 404,
) =>
  target(
    ({ site: { content } }, by) => content.terms.create({ taxonomy, name: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.terms.delete(id, by),
    code,
    status,
  )
export const menu = (use: Use<{ readonly id: number }>, code = 'rest_term_invalid', status = 404) =>
  target(
    ({ site: { content } }, by) => content.menus.create({ name: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.menus.delete(id, by),
    code,
    status,
  )
export const item = (use: Use<PostRecord>) =>
  target(
    ({ site: { content } }, by) => content.menuItems.create({ title: name(), url }, by),
    use,
    ({ site: { content } }, { id }, by) => content.menuItems.delete(id, by),
    'rest_post_invalid_id',
  )
export const family = (use: Use<PostRecord>, code = 'rest_post_invalid_id') =>
  target(
    ({ site: { content } }, by) => content.fonts.createFamily({ ...styled, slug: `f${++created}` }, by),
    use,
    ({ site: { content } }, { id }, by) => content.fonts.deleteFamily(id, by),
    code,
  )
export const password = (use: Use<{ readonly id: number }>) =>
  target(
    ({ site: { content }, victim }, by) => content.applicationPasswords.create({ user: victim.id, name: name() }, by),
    use,
    ({ site: { content } }, { id }, by) => content.applicationPasswords.revoke(id, by),
    'rest_application_password_not_found',
  )
export const widget = (use: Use<{ readonly id: string }>) =>
  target(
    ({ site: { content } }, by) => content.widgets.create({ idBase: 'block', sidebar: 'side' }, by),
    use,
    ({ site: { content } }, { id }, by) => content.widgets.delete(id, by),
    'rest_widget_not_found',
  )
export const template = (kind: 'templates' | 'templateParts', use: Use<{ readonly id: string }>) =>
  target(
    ({ site: { content } }, by) => content[kind].create({ slug: `t${++created}`, title: 'T', content: 'x' }, by),
    use,
    ({ site: { content } }, { id }, by) => content[kind].delete(id, by),
    'rest_template_not_found',
  )
/** A revision of a new post: the post is what is deleted. */
export const revision = (use: Use<PostRecord>) =>
  target<PostRecord>(
    async ({ site: { content }, store }, by) => {
      const { id } = await content.posts.create({ title: name() }, by)
      await content.posts.update(id, { title: name() }, by)
      const [found] = (await postsIn(store).find({})).records.filter(
        ({ type, parent }) => type === 'revision' && parent === id,
      )
      if (found === undefined) throw new Error('The post has no revision.')
      return found
    },
    use,
    ({ site: { content } }, { parent }, by) => content.posts.delete(parent, by),
    'rest_post_invalid_id',
  )
