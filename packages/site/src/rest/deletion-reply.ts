import { changedRequest, type HandlerRequest, type Reply, type Resource } from '@platen/core'

/** Deletes a record by `remove`, and answers with what it was: shown before it is gone, as `context` has it. */
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
