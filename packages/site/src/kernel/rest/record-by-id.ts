/** Loads a record by an id that a client sent; `undefined` if it does not exist or the id is invalid. */
export async function recordById<R>(
  collection: { get(id: number): Promise<R | undefined> },
  sent: unknown,
): Promise<R | undefined> {
  const id = Number(sent)
  return Number.isSafeInteger(id) && id > 0 ? collection.get(id) : undefined
}
