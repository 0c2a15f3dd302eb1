import type { RestResponse } from '../request.js'

const incomplete = new WeakSet<RestResponse>()

/** Marks a response as incomplete, because a part of it failed; responses that embed it are incomplete as well. */
export const noteIncomplete = (response: RestResponse): unknown => incomplete.add(response)

/** Whether a response is marked as incomplete. */
export const isIncomplete = (response: RestResponse): boolean => incomplete.has(response)
