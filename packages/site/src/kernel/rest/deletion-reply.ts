import {
  allFields,
  changedRequest,
  type FieldSelection,
  type HandlerRequest,
  type Reply,
  type Resource,
} from '@platen/core'

/** A selection with the field `id` besides. */
const withId = (fields: FieldSelection): FieldSelection => ({
  all: false,
  wants: name => name === 'id' || fields.wants(name),
  below: name => (name === 'id' ? allFields : fields.below(name)),
  pick(value) {
    const picked = fields.pick(value)
    const hasId = value !== null && typeof value === 'object' && 'id' in value
    return hasId && !Array.isArray(value) ? { id: value.id, ...(picked as object) } : picked
  },
  key: fields.key === undefined ? undefined : `id ${fields.key}`,
})

/**
 * The fields of the deleted record. Without names below `previous`, `_fields` selects its fields like those of any
 * record: by their own names, always including the id.
 */
function previousFields(fields: FieldSelection): FieldSelection {
  const below = fields.below('previous')
  return below.all && !fields.all ? withId(fields) : below
}

/** Presents a record in `context`, deletes it with `remove`, and replies with `deleted` and `previous`. */
export async function deletionReply<R>(
  resource: Pick<Resource<R, never>, 'reply'>,
  record: R,
  request: HandlerRequest,
  context: 'edit' | undefined,
  remove: () => Promise<unknown>,
): Promise<Reply> {
  const shown = changedRequest(request, { fields: previousFields(request.fields) })
  const { body: previous } = await resource.reply(record, shown, context)
  await remove()
  return { body: request.fields.pick({ deleted: true, previous }), fieldsApplied: true }
}
