import type { RestResponse } from '../request.js'

const incomplete = new WeakSet<RestResponse>()

/** Notes that a part of a response failed: what is made of it is incomplete as well. */
export const noteIncomplete = (response: RestResponse): unknown => incomplete.add(response)

/** Whether a part of a response failed. */
export const isIncomplete = (response: RestResponse): boolean => incomplete.has(response)
