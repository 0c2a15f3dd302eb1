import { RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { registrationKey } from '../../../kernel/context/index.js'
import type { Tx } from '../../../kernel/operations/index.js'
import { metaIn, type PostRecord, whereMeta } from '../../../kernel/records/index.js'
import { hasTaxonomy, type PostType, postStatuses, postTemplates, supports } from '../../types/index.js'
import { POST_FORMATS, postMetaKeys } from '../post-meta-keys.js'
import type { PostInput } from './post-input.js'

const DISCUSSION = ['open', 'closed']

type Session = Pick<Tx, 'site'> & { readonly store: StoreSession }

/** Additional templates that posts of a type may choose, by name. */
export type TemplateSource = (tx: Session, type: PostType) => Promise<readonly string[]>

/** The sources of templates that posts may choose, besides registrations. */
export const templateSources = registrationKey('sources of post templates', (): TemplateSource[] => [])

const notOneOf = (field: string, values: readonly string[], status: number | null = 400) =>
  new RestError('rest_invalid_param', `${field} is not one of ${values.join(', ')}.`, status)

function requireOneOf(field: string, value: string | undefined, values: readonly string[]): void {
  if (value !== undefined && !values.includes(value)) throw notOneOf(field, values)
}

/**
 * The names of the templates that posts of a type may choose. Themes are only queried if no other template has the
 * name.
 */
async function templatesOf(tx: Session, type: PostType, name: string): Promise<readonly string[]> {
  const { site } = tx
  const registered = [
    ...site
      .get(postTemplates)
      .filter(template => template.postTypes.includes(type.name))
      .map(template => template.name),
    ...Object.keys(type.templates),
  ]
  if (registered.includes(name)) return registered
  const additional = await Promise.all(site.get(templateSources).map(source => source(tx, type)))
  return [...new Set([...registered, ...additional.flat()])]
}

/**
 * The error for a template that posts of a type cannot choose, with this status. The empty template is always valid,
 * and so is that of the stored post, even if it no longer exists.
 */
export async function wrongTemplate(
  tx: Session,
  type: PostType,
  name: string,
  stored: number | undefined,
  status: number | null,
): Promise<RestError | undefined> {
  if (name === '') return undefined
  const names = await templatesOf(tx, type, name)
  if (names.includes(name) || (stored !== undefined && (await templateOf(tx, stored)) === name)) return undefined
  return notOneOf('template', names, status)
}

/** The template of a stored post. */
async function templateOf({ store }: Session, post: number): Promise<unknown> {
  const { and, eq } = whereMeta
  const ofTemplate = and(eq('kind', 'post'), eq('object', post), eq('key', postMetaKeys.template))
  return (await metaIn(store).first({ where: ofTemplate }))?.value
}

/** Refuses values that no post of a type can have, except the status of `before`, the stored post. */
export async function checkPostInput(
  tx: Session,
  type: PostType,
  input: PostInput,
  before: PostRecord | undefined,
): Promise<void> {
  const { site } = tx
  const { status, template, format, commentStatus, pingStatus } = input
  if (status !== undefined && status !== '' && status !== before?.status && status !== 'trash') {
    const statuses = site.get(postStatuses)
    const registered = statuses.get(status)
    if (registered === undefined || registered.internal) {
      const names = statuses.filter(each => !each.internal).map(each => each.name)
      throw notOneOf('status', names)
    }
  }
  const foreign = Object.keys(input.terms ?? {}).find(name => !hasTaxonomy(site, type, name))
  if (foreign !== undefined)
    throw new RestError('rest_invalid_param', `Posts of the type ${type.name} have no terms of "${foreign}".`, 400)
  if (input.sticky === true && !type.sticky)
    throw new RestError('rest_invalid_param', `Posts of the type ${type.name} cannot be sticky.`, 400)
  const wrong = template === undefined ? undefined : await wrongTemplate(tx, type, template, before?.id, 400)
  if (wrong !== undefined) throw wrong
  if (format !== '' && supports(type, 'post-formats')) requireOneOf('format', format, POST_FORMATS)
  if (commentStatus !== '') requireOneOf('commentStatus', commentStatus, DISCUSSION)
  if (pingStatus !== '') requireOneOf('pingStatus', pingStatus, DISCUSSION)
}
