import { RestError } from '@platen/core'
import { type PostType, supports } from '../../registrations/post-types.js'
import { postStatuses } from '../../registrations/statuses.js'
import { postTemplates } from '../../registrations/templates.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from './post-collection.js'
import type { PostInput } from './post-input.js'
import { POST_FORMATS } from './post-meta-keys.js'

const DISCUSSION = ['open', 'closed']

const notOneOf = (field: string, known: readonly string[]) =>
  new RestError('rest_invalid_param', `${field} is not one of ${known.join(', ')}.`, 400)

function requireOneOf(field: string, value: string | undefined, known: readonly string[]): void {
  if (value !== undefined && !known.includes(value)) throw notOneOf(field, known)
}

export const templatesOf = (site: SiteContext, type: PostType): readonly string[] => [
  ...site
    .get(postTemplates)
    .filter(template => template.postTypes.includes(type.name))
    .map(template => template.name),
  ...Object.keys(type.templates),
]

/** Refuses values that no post of a type can have, except the status of `before`, the stored post. */
export function checkPostInput(
  site: SiteContext,
  type: PostType,
  input: PostInput,
  before: PostRecord | undefined,
): void {
  const { status, template, format, commentStatus, pingStatus } = input
  if (status !== undefined && status !== '' && status !== before?.status && status !== 'trash') {
    const known = site
      .get(postStatuses)
      .filter(each => !each.internal)
      .map(each => each.name)
    requireOneOf('status', status, known)
  }
  if (input.sticky === true && !type.sticky)
    throw new RestError('rest_invalid_param', `Posts of the type ${type.name} cannot be sticky.`, 400)
  if (template !== '') requireOneOf('template', template, templatesOf(site, type))
  if (format !== '' && supports(type, 'post-formats')) requireOneOf('format', format, POST_FORMATS)
  if (commentStatus !== '') requireOneOf('commentStatus', commentStatus, DISCUSSION)
  if (pingStatus !== '') requireOneOf('pingStatus', pingStatus, DISCUSSION)
}
