export type { NewOpenIdIdentity, OpenIdIdentities } from './identities.js'
export { type OpenIdIdentity, openIdIdentities } from './identity-collection.js'
export { type OpenIdFeature, openId } from './open-id.js'
export type { FetchKeys, OpenIdProvider } from './provider.js'
