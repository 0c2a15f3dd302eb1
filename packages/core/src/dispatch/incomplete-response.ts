import type { RestResponse } from '../request.js'

const incomplete = new WeakSet<RestResponse>()

/** Marks a response of which a part failed; responses that embed it are incomplete as well. */
export const noteIncomplete = (response: RestResponse): unknown => incomplete.add(response)

/** Whether a part of a response failed. */
export const isIncomplete = (response: RestResponse): boolean => incomplete.has(response)
