/** Options without members that are `undefined`, so that a spread does not replace defaults by them. */
export const withoutUndefined = <T extends object>(
  options: T | undefined,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  // It has some of the members.
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
