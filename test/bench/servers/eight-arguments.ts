/** The route of both servers: eight validated query arguments, and a response that contains them. */
export const QUERY = 'page=2&per_page=20&order=asc&orderby=title&search=ink&sticky=true&offset=3&status=publish'
export const ARGS = {
  page: { type: 'integer', minimum: 1, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  orderby: { type: 'string', enum: ['date', 'id', 'title', 'slug'], default: 'date' },
  search: { type: 'string', maxLength: 200 },
  sticky: { type: 'boolean' },
  offset: { type: 'integer', minimum: 0 },
  status: { type: 'string', pattern: '^[a-z]+$' },
} as const
