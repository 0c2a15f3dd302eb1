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

/** The memory for the clients of a listener: an eighth of the heap each, unless options limit it. */
export function clientMemory({ maxBufferedBytes, maxUnreadBytes }: HttpOptions): ClientMemory {
  const share = getHeapStatistics().heap_size_limit / 8
  return {
    bodies: createMemoryBudget(maxBufferedBytes ?? share),
    responses: createMemoryBudget(maxUnreadBytes ?? share),
  }
}
