/** The name of the page that shows the interface. */
export const API_PAGE = 'api'

/** The URL of that page with a route. */
export const routeLink = (pattern: string): string => `${API_PAGE}?route=${encodeURIComponent(pattern)}`

/** The URL of that page with the response to a GET. */
export const getLink = (target: string): string => `${API_PAGE}?get=${encodeURIComponent(target)}`
