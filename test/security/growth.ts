/** Milliseconds below which a time says nothing. */
const NOISE = 25
/** Linear is 2; the rest is for garbage collection, caches and a busy machine. */
const MOST_PER_DOUBLING = 2.5
const TRIES = 6

/** Something to measure; what is there to prepare is done before. */
export type Run = () => unknown

/**
 * Says how the time of something grows that is made for a length: at n, 2n and 4n it may take 2.5 times as long for each
 * doubling at most. Times below the noise pass; what looks bad is measured again, and the shortest times count. The time
 * of the processor is taken, not that of the wall. `undefined`: it grows as it may.
 */
export async function grows(make: (length: number) => Run | Promise<Run>, length: number): Promise<string | undefined> {
  const most = MOST_PER_DOUBLING ** 2
  let whole = await timeOf(await make(length * 4))
  if (whole < NOISE) return undefined
  let quarter = Number.POSITIVE_INFINITY
  let half = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES; i++) {
    quarter = Math.min(quarter, await timeOf(await make(length)))
    half = Math.min(half, await timeOf(await make(length * 2)))
    whole = Math.min(whole, await timeOf(await make(length * 4)))
    // Collecting garbage can fall into any of them: one of the two comparisons must do.
    const isLinear = whole <= half * MOST_PER_DOUBLING || whole <= Math.max(quarter, NOISE / most) * most
    if (whole < NOISE || isLinear) return undefined
  }
  const [a, b, c] = [quarter, half, whole].map(time => time.toFixed(1))
  return `${a} ms for ${length}, ${b} ms for twice, ${c} ms for four times as much`
}

async function timeOf(run: Run): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
