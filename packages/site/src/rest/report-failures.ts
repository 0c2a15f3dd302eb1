import {
  type Context,
  type FieldFailure,
  type HandlerRequest,
  type Reply,
  type Resource,
  requestLineOf,
} from '@platen/core'
import type { SiteContext } from '../site-context.js'

type Reporting = Pick<SiteContext, 'reportError'>

/** The id of a record, or the name of what is registered. */
function idOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return ''
  if ('id' in record) return ` ${record.id}`
  return 'name' in record ? ` ${record.name}` : ''
}

function report({ reportError }: Reporting, message: string, cause: unknown, request: HandlerRequest): void {
  request.markIncomplete()
  reportError(new Error(message, { cause }), requestLineOf(request))
}

/** Reports which field of which record cannot be shown: for `onFieldError` of a resource. */
export const reportFieldFailure =
  (site: Reporting) =>
  (error: unknown, { resource, field, record, request }: FieldFailure<unknown>): void =>
    report(site, `${field} of ${resource}${idOf(record)} cannot be shown.`, error, request)

/** Reports that what extra fields need cannot be loaded: they are left out. */
export const reportLoadFailure = (
  site: Reporting,
  error: unknown,
  { resource, field, request }: Omit<FieldFailure<unknown>, 'record'>,
): void => report(site, `What ${field} of ${resource} needs cannot be loaded.`, error, request)

/** Reports that what a block needs cannot be loaded: its uses show nothing. */
export const reportBlockLoadFailure = (site: Reporting, name: string, error: unknown, request: HandlerRequest): void =>
  report(site, `What the block ${name} needs cannot be loaded.`, error, request)

/** Reports that a block cannot be rendered: the text that holds it is shown without it. */
export const reportBlockFailure = (
  site: Reporting,
  name: string,
  id: number,
  error: unknown,
  request: HandlerRequest,
): void => report(site, `content.rendered of post ${id} is shown without the block ${name}.`, error, request)

/** Reports that something is stored and cannot be shown. */
export const reportUnshown = (site: Reporting, what: string, error: unknown, request: HandlerRequest): void =>
  report(site, `${what} is stored and cannot be shown.`, error, request)

/**
 * The reply to a write that is committed. It must not fail any more, since clients take a failure for a write that has
 * left nothing: a record that cannot be shown is reported, and the reply holds its `id` alone.
 */
export async function replyToWrite<R extends { readonly id: number }>(
  site: Reporting,
  resource: Pick<Resource<R, never>, 'reply' | 'title'>,
  record: R,
  request: HandlerRequest,
  context: Context = 'edit',
): Promise<Reply> {
  try {
    return await resource.reply(record, request, context)
  } catch (error) {
    reportUnshown(site, `${resource.title} ${record.id}`, error, request)
    return { body: request.fields.pick({ id: record.id }), fieldsApplied: true }
  }
}
