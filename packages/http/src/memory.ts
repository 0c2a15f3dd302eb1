import { getHeapStatistics } from 'node:v8'
import { createMemoryBudget, type MemoryBudget } from '@platen/core'
import type { HttpOptions } from './options.js'

/** The memory that clients of a listener can use for as long as they like. */
export interface ClientMemory {
  /** Bodies of requests, until the response. */
  readonly bodies: MemoryBudget
  /** Responses that are not sent yet. */
  readonly responses: MemoryBudget
}

// The servers of a process share its memory, so they share these, too.
const share = getHeapStatistics().heap_size_limit / 8
const processMemory: ClientMemory = { bodies: createMemoryBudget(share), responses: createMemoryBudget(share) }

/** The memory for the clients of a listener: that of the process, or its own where options limit it. */
export const clientMemory = ({ maxBufferedBytes, maxUnreadBytes }: HttpOptions): ClientMemory => ({
  bodies: maxBufferedBytes === undefined ? processMemory.bodies : createMemoryBudget(maxBufferedBytes),
  responses: maxUnreadBytes === undefined ? processMemory.responses : createMemoryBudget(maxUnreadBytes),
})
