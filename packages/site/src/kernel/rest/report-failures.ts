import {
  type Context,
  type FieldFailure,
  type HandlerRequest,
  type Reply,
  type Resource,
  requestLineOf,
} from '@platen/core'
import type { SiteContext } from '../context/index.js'

type Reporting = Pick<SiteContext, 'reportError'>

/** The id or name of a record, with a leading space. */
function idOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return ''
  if ('id' in record) return ` ${record.id}`
  return 'name' in record ? ` ${record.name}` : ''
}

function report({ reportError }: Reporting, message: string, cause: unknown, request: HandlerRequest): void {
  request.markIncomplete()
  reportError(new Error(message, { cause }), requestLineOf(request))
}

/** Reports a field that cannot be rendered; for `onFieldError` of a resource. */
export const reportFieldFailure =
  (site: Reporting) =>
  (error: unknown, { resource, field, record, request }: FieldFailure<unknown>): void =>
    report(site, `${field} of ${resource}${idOf(record)} cannot be rendered.`, error, request)

/** Reports that an extra field cannot load its data and is omitted. */
export const reportLoadFailure = (
  site: Reporting,
  error: unknown,
  { resource, field, request }: Omit<FieldFailure<unknown>, 'record'>,
): void => report(site, `${field} of ${resource} cannot load its data.`, error, request)

/** Reports that a block cannot load its data and renders as nothing. */
export const reportBlockLoadFailure = (site: Reporting, name: string, error: unknown, request: HandlerRequest): void =>
  report(site, `The block ${name} cannot load its data.`, error, request)

/** Reports that a block cannot be rendered and is omitted from the content. */
export const reportBlockFailure = (
  site: Reporting,
  name: string,
  id: number,
  error: unknown,
  request: HandlerRequest,
): void =>
  report(site, `content.rendered of post ${id} omits the block ${name}, which cannot be rendered.`, error, request)

/** Reports that a widget, or all widgets of a type, cannot be rendered and show nothing. */
export const reportWidgetFailure = (site: Reporting, name: string, error: unknown, request: HandlerRequest): void =>
  report(site, `The widget ${name} cannot be rendered.`, error, request)

/** Reports that a record was stored but cannot be rendered. */
export const reportUnshown = (site: Reporting, what: string, error: unknown, request: HandlerRequest): void =>
  report(site, `${what} was stored but cannot be rendered.`, error, request)

/**
 * The reply to a committed write. It cannot fail, since clients would conclude that nothing was stored: if rendering
 * fails, the error is reported and the reply contains only `id`.
 */
export async function writeReply<R extends { readonly id: number | string }>(
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
