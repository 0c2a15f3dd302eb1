/**
 * The version of the service whose interface a site has; the requirements of themes and plugins are compared with it.
 */
export const SERVICE_VERSION = '7.1'
