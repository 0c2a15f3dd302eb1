import { changedRequest, type HandlerRequest, type Reply, type Resource } from '@platen/core'

/** Presents a record in `context`, deletes it with `remove`, and replies with `deleted` and `previous`. */
export async function deletionReply<R>(
  resource: Pick<Resource<R, never>, 'reply'>,
  record: R,
  request: HandlerRequest,
  context: 'edit' | undefined,
  remove: () => Promise<unknown>,
): Promise<Reply> {
  const shown = changedRequest(request, { fields: request.fields.below('previous') })
  const { body: previous } = await resource.reply(record, shown, context)
  await remove()
  return { body: request.fields.pick({ deleted: true, previous }), fieldsApplied: true }
}
