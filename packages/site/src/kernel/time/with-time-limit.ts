/** Settles as `work` does, or as `otherwise` returns if that takes longer than some milliseconds. */
export const withTimeLimit = <T>(milliseconds: number, work: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), milliseconds)
    // A plugin library in JavaScript may return something else than a promise.
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
