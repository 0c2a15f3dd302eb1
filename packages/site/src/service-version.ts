/** The version of the service whose interface a site has: what themes and plugins require is compared with it. */
export const SERVICE_VERSION = '7.1'
