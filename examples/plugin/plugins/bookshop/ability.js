import { RestError } from '@platen/core'
import { defineAbility } from '@platen/site/extend'

/** The ability `bookshop/sell`: takes copies off the stock of a book, as a caller who may edit it. */
export const sellAbility = defineAbility({
  label: 'Sell books',
  description: 'Takes copies of a book off its stock, and says how many are left.',
  category: 'bookshop',
  public: true,
  inputSchema: {
    type: 'object',
    properties: {
      book: { description: 'The id of the book.', type: 'integer', required: true },
      copies: { description: 'How many copies are sold.', type: 'integer', minimum: 1, default: 1 },
    },
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { left: { type: 'integer', required: true } } },
  annotations: { readonly: false, destructive: false, idempotent: false },
  permission: { capability: 'edit_posts' },
  async execute({ book, copies = 1 }, { site, dispatch }) {
    const path = `/${site.namespace}/books/${book}`
    const found = await dispatch({ method: 'GET', path, query: 'context=edit' })
    if (found.status !== 200) throw new RestError('bookshop_no_book', 'There is no such book.', 404)
    const left = found.body.meta.stock - copies
    if (left < 0) throw new RestError('bookshop_sold_out', 'There are not so many copies.', 409)
    // Two sales at the same time: the one that read an outdated stock is refused.
    const headers = { 'if-match': found.headers.ETag }
    const sold = await dispatch({
      method: 'PUT',
      path,
      headers,
      body: { kind: 'json', value: { meta: { stock: left } } },
    })
    if (sold.status !== 200) throw new RestError(sold.body.code, sold.body.message, sold.status)
    return { left }
  },
})
