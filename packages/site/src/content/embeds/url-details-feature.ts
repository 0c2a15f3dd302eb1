import { type Args, endpoint, type HandlerRequest, objectSchema, presentEmptyObjects, RestError } from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { orEmpty, text } from '../../kernel/rest/index.js'
import { defaultServices } from '../../kernel/services/index.js'
import { createExpiringCache, type Expiring, isPage, isPageUrl, pageText } from '../../kernel/web/index.js'
import { ownFilePath } from '../media/index.js'
import { writesPosts } from '../types/index.js'
import { hasSiteOrigin, ownPageDetails } from './own-page.js'
import { NO_DETAILS, type PageDetails, pageDetails } from './page-details.js'

/** The head of a page is at its start. */
const MAX_BYTES = 150 * 1024
const TIMEOUT = 10_000
const LIFETIME = 60 * 60 * 1000
const CACHE_BYTES = 1024 * 1024

const cachedDetails = registrationKey('the details of pages', site =>
  createExpiringCache<PageDetails>(CACHE_BYTES, defaultServices(site.config.services).clock),
)

const ARGS = {
  url: { description: 'The URL of the page.', type: 'string', format: 'uri', required: true },
} as const satisfies Args

const detailsSchema = () =>
  objectSchema('url-details', {
    title: { description: 'The title of the page.', type: 'string' },
    icon: { description: 'The URL of its icon.', type: 'string', format: 'uri' },
    description: { description: 'Its description.', type: 'string' },
    image: { description: 'The URL of its preview image.', type: 'string', format: 'uri' },
  })

/** Pages may lack each of these. */
const shownSchema = () =>
  objectSchema('url-details', {
    title: text('The title of the page.'),
    icon: orEmpty('The URL of its icon.', 'uri'),
    description: text('Its description.'),
    image: orEmpty('The URL of its preview image.', 'uri'),
  })

const invalidUrl = (site: SiteContext, message: string) =>
  new RestError('rest_invalid_param', 'Invalid parameter(s): url', 400, {
    data: { params: { url: message }, details: presentEmptyObjects({}, site.dialect.emptyObjects) },
  })

const noResponse = (cause?: unknown) =>
  new RestError('no_response', 'The page did not respond, or does not exist.', 404, { cause })

/** Whether a URL can be that of a page, judging only by the URL itself. */
const isAcceptable = (site: SiteContext, url: string): boolean =>
  isPageUrl(site, url) ||
  ownFilePath(site, url) !== undefined ||
  (hasSiteOrigin(site, url) && new URL(url).username === '' && new URL(url).password === '')

/** Validation runs before the permission check, but host names are resolved only for permitted callers. */
function mayReadDetails(site: SiteContext, request: HandlerRequest<{ readonly url: string }>): true | RestError {
  if (writesPosts(site, request.principal)) return true
  if (!isAcceptable(site, request.params.url)) return invalidUrl(site, 'This is not the URL of a page.')
  return refusal(request, 'rest_cannot_view_url_details', 'You are not allowed to view the details of pages.')
}

async function detailsOf(site: SiteContext, url: string): Promise<PageDetails> {
  if (!isAcceptable(site, url)) throw invalidUrl(site, 'This is not the URL of a page.')
  const isOwn = hasSiteOrigin(site, url) || ownFilePath(site, url) !== undefined
  const details = isOwn ? await ownPageDetails(site, url, MAX_BYTES) : undefined
  return details ?? site.get(cachedDetails).get(url, () => requestDetails(site, url, isOwn))
}

async function requestDetails(site: SiteContext, url: string, isOwn: boolean): Promise<Expiring<PageDetails>> {
  const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1'
  const follows = (to: string) => isAcceptable(site, to)
  const result = await site.services.web.get(url, { maxBytes: MAX_BYTES, timeout: TIMEOUT, accept, follows })
  if (result.outcome === 'refused' && !isOwn) throw invalidUrl(site, result.reason)
  if (result.outcome !== 'response') throw noResponse(result.cause)
  if (result.status !== 200) throw noResponse()
  const { contentType, bytes } = result
  const value = isPage(contentType) ? pageDetails(pageText(bytes, contentType), result.url) : NO_DETAILS
  return { value, lifetime: LIFETIME, bytes: 2 * JSON.stringify(value).length }
}

/** Declares the route of the details of pages, which editors show about links. */
function registerUrlDetails(site: SiteContext): void {
  site.registry.route(`${site.dialect.prefix}-block-editor/v1`, '/url-details', {
    responseSchema: detailsSchema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item', schema: shownSchema },
        args: ARGS,
        permission: request => mayReadDetails(site, request),
        handler: async request => ({ body: await detailsOf(site, request.params.url) }),
      }),
    ],
  })
}

/** Title, icon, description and image of linked pages. */
export const urlDetailsFeature = defineFeature({ name: 'url-details', routes: registerUrlDetails })
