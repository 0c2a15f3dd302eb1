let compare: ((a: string, b: string) => number) | undefined

/** Compares names as people sort them, with numbers by value. */
export function compareNames(a: string, b: string): number {
  // Creating the first collator takes longer than serving a list.
  compare ??= new Intl.Collator('en', { numeric: true }).compare
  return compare(a, b)
}
