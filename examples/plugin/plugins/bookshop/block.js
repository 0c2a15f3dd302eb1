import { postsIn } from '@platen/site'
import { defineBlock, escapeHtml } from '@platen/site/extend'

/** The block `bookshop/price`: the price of the book around it. One query serves all books of a page. */
export const priceBlock = defineBlock({
  name: 'bookshop/price',
  title: 'Price',
  category: 'widgets',
  attributes: { before: { type: 'string', default: 'Price:' } },
  async load(uses, { site }) {
    const ids = uses.map(({ postId }) => postId)
    const { meta } = await postsIn(site.store).related(ids, ['meta'])
    const prices = new Map()
    for (const [id, rows] of meta) prices.set(id, rows.find(({ key }) => key === 'price')?.value ?? 0)
    return { prices, currency: (await site.options()).text('bookshop_currency', 'EUR') }
  },
  render({ before }, _content, { prices, currency }, { postId }) {
    const price = Number(prices.get(postId) ?? 0).toFixed(2)
    return `<p class="price">${escapeHtml(before)} ${price} ${escapeHtml(currency)}</p>`
  },
})
