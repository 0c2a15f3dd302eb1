// Refusals of requests: errors of permissions, of the store, and of texts that are too long.
export { DetailedRefusal } from './detailed-refusal.js'
export { refusal } from './refusal.js'
export { lengthRefusal, requireLength, requireLengths, TEXT_LIMITS } from './text-limits.js'
export { translateStoreError } from './translate-error.js'
