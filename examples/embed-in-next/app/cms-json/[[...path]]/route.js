// Every path below /cms-json, by a route handler of Next.js
import { openSite } from '../../../site.mjs'

const handler = async request => (await openSite()).handler(request)

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
