/** The state of a resource, for conditional requests (RFC 9110). `modified` is in milliseconds since 1970. */
export interface ConditionalState {
  readonly version: string | number
  readonly modified?: number | undefined
}
