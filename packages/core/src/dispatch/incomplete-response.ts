import type { RestResponse } from '../request.js'

const incomplete = Symbol('incomplete')

interface MarkedResponse extends RestResponse {
  [incomplete]?: true
}

/** Marks a response as incomplete, because a part of it failed; responses that embed it are incomplete as well. */
export const noteIncomplete = (response: MarkedResponse): void => {
  response[incomplete] = true
}

/** Whether a response is marked as incomplete. */
export const isIncomplete = (response: MarkedResponse): boolean => response[incomplete] === true
