const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A size with a unit, such as `90.07 MB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  // What rounds to 1024 is shown in the next unit.
  for (; size >= 1023.995 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${size.toFixed(2)} ${UNITS[unit]}`
}
