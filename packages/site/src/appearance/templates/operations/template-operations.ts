import { RestError } from '@platen/core'
import { postSaved, removePosts, trashPosts } from '../../../content/posts/index.js'
import { storeRevision } from '../../../content/revisions/index.js'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, requireVersion, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { themes } from '../../themes/index.js'
import { findFile, findTemplate } from '../rest/find-templates.js'
import { loadStored, themesByTerm, themeTermName } from '../stored-templates.js'
import { isStored, type StoredTemplate, type Template } from '../template.js'
import { mayManageTemplates, noSuchTemplate, notStored } from '../template-access.js'
import { readTemplateId } from '../template-id.js'
import type { TemplateKind } from '../template-kind.js'
import { insertTemplate, storeTemplateChanges } from './store-template.js'
import type { NewTemplate, OfKind, TemplateChanges, TemplateInput, TemplateTarget } from './template-input.js'

/** Valid stylesheet names: a folder, or a folder within another. */
const STYLESHEET = /^[^\\/:<>*?"|\p{Cc}]{1,90}(?:\/[^\\/:<>*?"|\p{Cc}]{1,90})?$/u

/** Whether templates can be for a theme with this name, even if it does not exist. */
export const isStylesheet = (site: Pick<SiteContext, 'get'>, name: string): boolean =>
  STYLESHEET.test(name) && themesByTerm(site)(themeTermName(name)) === name

/** Creates a template or part. Throws a `RestError` if it is forbidden or invalid. */
export const createTemplate = defineOperation(
  async (tx, actor, { kind, theme, ...input }: OfKind<NewTemplate, TemplateKind>): Promise<StoredTemplate> => {
    permit(mayManageTemplates({ principal: actor }))
    const stylesheet = theme ?? tx.site.get(themes).active(await tx.site.options()).stylesheet
    if (stylesheet === '')
      throw new RestError('rest_template_insert_error', 'A template must be for a theme with a name.', 400)
    if (!isStylesheet(tx.site, stylesheet))
      throw new RestError('rest_invalid_param', 'theme cannot be the name of a theme.', 400)
    return reloaded(tx, kind, await insertTemplate(tx, actor, kind, { ...input, theme: stylesheet, origin: null }))
  },
)

/**
 * Changes a template or part. If it comes from a file or a registration, it is stored with the changes, and the stored
 * one replaces it. Changes that would leave neither title nor content nor description are ignored. Throws like
 * `createTemplate`.
 */
export const updateTemplate = defineOperation(
  async (tx, actor, { kind, id, version, ...input }: OfKind<TemplateChanges, TemplateKind>): Promise<Template> => {
    const before = await requireTemplate(tx, actor, kind, id)
    if (isBlank({ ...before, ...input })) {
      // Its origin is stored nevertheless.
      if (isStored(before)) await storeRevision(tx, kind.type, before.post, actor.id)
      return before
    }
    if (isStored(before)) {
      return reloaded(tx, kind, await storeTemplateChanges(tx, actor, kind, { before: before.post, input, version }))
    }
    const { title, content, description, area, slug, theme, source } = before
    const origin = source === 'plugin' ? 'plugin' : 'theme'
    const customised = { title, content, description, area, slug, theme, origin, ...input } as const
    return reloaded(tx, kind, await insertTemplate(tx, actor, kind, customised))
  },
)

const isBlank = ({ title, content, description }: TemplateInput): boolean =>
  title === '' && content === '' && description === ''

/**
 * Deletes the stored version of a template, so that the one of the file or registration is used again, and returns the
 * latter.
 */
export const revertTemplate = defineOperation(
  async (tx, actor, { kind, id, version }: OfKind<TemplateTarget, TemplateKind>): Promise<Template> => {
    const template = await requireTemplate(tx, actor, kind, id)
    if (!isStored(template)) return template
    const original = await findFile(tx.site, kind, template)
    if (original === undefined)
      throw new RestError('rest_invalid_template', 'There is no file that the template could revert to.', 400)
    await removeStored(tx, template, version)
    return original
  },
)

/** Moves a stored template to the trash, and returns it. The template of the file is used again. */
export const trashTemplate = defineOperation(
  async (tx, actor, { kind, id, version }: OfKind<TemplateTarget, TemplateKind>): Promise<StoredTemplate> => {
    const template = await requireStored(tx, actor, kind, id)
    requireVersion(template.post, version)
    const [post = template.post] = await trashPosts(tx, [template.post], actor.id)
    tx.emit(postSaved, { post, before: template.post })
    return { ...template, status: post.status, version: post.version, post }
  },
)

/** Permanently deletes a stored template, and returns it. The template of the file is used again. */
export const deleteTemplate = defineOperation(
  async (tx, actor, { kind, id, version }: OfKind<TemplateTarget, TemplateKind>): Promise<StoredTemplate> => {
    const template = await requireStored(tx, actor, kind, id)
    await removeStored(tx, template, version)
    return template
  },
)

async function removeStored(tx: Tx, { post }: StoredTemplate, version: number | undefined): Promise<void> {
  if (version !== undefined) await postsIn(tx.store).update(post.id, {}, { version })
  await removePosts(tx, [post])
}

async function requireTemplate({ site, store }: Tx, actor: Actor, kind: TemplateKind, id: string): Promise<Template> {
  permit(mayManageTemplates({ principal: actor }))
  const name = readTemplateId(id)
  const template = name && (await findTemplate(site, store, kind, name))
  if (template === undefined) throw noSuchTemplate()
  return template
}

async function requireStored(tx: Tx, actor: Actor, kind: TemplateKind, id: string): Promise<StoredTemplate> {
  const template = await requireTemplate(tx, actor, kind, id)
  if (!isStored(template)) throw notStored()
  return template
}

async function reloaded({ site, store }: Tx, kind: TemplateKind, { id }: PostRecord): Promise<StoredTemplate> {
  const post = await postsIn(store).get(id)
  const template = post && (await loadStored(site, store, kind, post))
  if (template === undefined) throw noSuchTemplate()
  return template
}
