import type { Args, HandlerRequest } from '@platen/core'
import type { SiteContext } from '../context/index.js'
import { refuseCursor } from './find-page.js'
import { pagingArgs } from './list-args.js'

/** The arguments for the pages of a list of registrations. */
export const registeredListArgs = ({ dialect }: Pick<SiteContext, 'dialect'>): Args => ({
  page: pagingArgs.page,
  per_page: pagingArgs.per_page,
  ...(dialect.offsetEverywhere && { offset: { description: 'How many are skipped.', type: 'integer' } }),
})

/** The page of a list of registrations that a request selects. */
export function registeredPage<R>(all: readonly R[], request: HandlerRequest) {
  refuseCursor(request)
  const { params } = request
  const page = Number(params['page'] ?? 1)
  const perPage = Number(params['per_page'] ?? 10)
  const offset = typeof params['offset'] === 'number' ? Math.abs(params['offset']) : undefined
  const start = offset ?? (page - 1) * perPage
  return { page, perPage, offset, records: all.slice(start, start + perPage), total: all.length }
}
