// Every path below /cms-json, by a route handler of Next.js
import { toFetchHandler } from '@platen/fetch'
import { openSite } from '../../../site.mjs'

const handler = async request => toFetchHandler(await openSite())(request)

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
