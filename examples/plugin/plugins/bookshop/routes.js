import { endpoint } from '@platen/core'

/** The route `/bookshop/v1/stock`: how many copies of each book there are. Books are read as the caller may read them. */
export function registerStock(site) {
  site.registry.route('bookshop/v1', '/stock', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { at_least: { description: 'Only books with so many copies.', type: 'integer', default: 0, minimum: 0 } },
        permission: 'public',
        async handler(request) {
          const { body: books } = await site.registry.dispatch({
            method: 'GET',
            path: `/${site.namespace}/books`,
            query: '_fields=id,title,meta.stock&per_page=100',
            principal: request.principal,
          })
          const stock = books.map(({ id, title, meta }) => ({ id, title: title.rendered, copies: meta.stock }))
          return { body: stock.filter(({ copies }) => copies >= request.params.at_least) }
        },
      }),
    ],
  })
}
