/**
 * The number of ancestors that permalinks name at most, beginning with the parent. Real sites do not nest that deeply, and each level
 * is a query: without a limit, creating pages one below the other would take longer with each.
 */
export const MAX_LEVELS = 100
