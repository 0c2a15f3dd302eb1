// Uploaded files
import { openSite } from '../../../site.mjs'

const handler = async request => (await openSite()).files(request)

export { handler as GET, handler as HEAD }
