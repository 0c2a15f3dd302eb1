// The web client, and what is known about pages, networks and addresses.
export { clientNetwork, surroundingNetwork } from './client-network.js'
export { createExpiringCache, type Expiring } from './expiring-cache.js'
export { type IpNetwork, isInNetwork, parseNetwork } from './ip-address.js'
export { isPage, pageText } from './page-text.js'
export { isPageUrl, USUAL_PORTS } from './page-url.js'
export { noWebClient, type WebClient, type WebRequest, type WebResponse, type WebResult } from './web-client.js'
