// The console
import { openSite } from '../../../site.mjs'

const handler = async request => (await openSite()).handler(request)

export { handler as GET, handler as HEAD, handler as POST }
