/** Formats rows as a table; `right` lists the columns that are aligned right. */
export function tableText(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => [...(row[column] ?? '')].length)))
  const lines = rows.map(row =>
    row.map((cell, column) => {
      const space = ' '.repeat((widths[column] ?? 0) - [...cell].length)
      return right.includes(column) ? space + cell : cell + space
    }),
  )
  return lines.map(cells => cells.join('  ').trimEnd()).join('\n')
}
