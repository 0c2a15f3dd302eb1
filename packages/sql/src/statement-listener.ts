/** Receives every statement before it runs. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void
