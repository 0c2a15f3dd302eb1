/** Is told of every statement before it runs. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void
