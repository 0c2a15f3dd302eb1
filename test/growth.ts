/** Milliseconds below which a time says nothing: collecting the garbage of a million pieces takes up to so many at once. */
const NOISE = 120
/** Linear is 2; the rest is for garbage collection, caches and a busy machine. */
const MOST_PER_DOUBLING = 2.5
/** Each length that is tried is three doublings above the one before. */
const STEP = 8
/** Up to here even what is quadratic takes seconds at most: nothing shorter is tried first. */
const SHORT = 30_000
const MOST_PER_STEP = MOST_PER_DOUBLING ** 3
/** Milliseconds that the longest may take, which is enough on machines several times slower than those of developers. */
const MOST = 5000
/** How often what looks bad is measured again, and for how long at most: what is really bad takes long. */
const TRIES = 12
const MOST_TRYING = 3000

/** A function to measure, called after its preparation. */
export type Run = () => unknown
export type Make = (length: number) => Run | Promise<Run>

/**
 * Says how the time of something grows that is made for a length, up to the longest length: it may take 2.5 times as long
 * for each doubling at most, and 5 seconds for the longest. A 64th, an eighth and the whole of the longest length are
 * measured once (short texts: the whole alone), so that what grows faster shows before it takes minutes; what looks bad is measured again at n, 2n and
 * 4n, and the shortest times count. Times below the noise pass. The time of the processor is taken, not that of the wall,
 * unless there is another clock.
 * `undefined`: it grows as it may.
 */
export async function grows(
  make: Make,
  longest: number,
  most = MOST,
  clock = processorTime,
): Promise<string | undefined> {
  let before = 0
  for (const share of longest > SHORT ? [STEP ** 2, STEP, 1] : [1]) {
    const length = Math.ceil(longest / share)
    const time = await timeOf(await make(length), clock, NOISE)
    if (time >= Math.max(NOISE, before * MOST_PER_STEP) || time > most) {
      const complaint = await doublingComplaint(make, length, time, most, clock)
      if (complaint !== undefined) return complaint
    }
    before = Math.max(time, NOISE / MOST_PER_STEP)
  }
  return undefined
}

/** The same for what reads a text: of the given piece, again and again. */
export const growsWith = (
  piece: string,
  read: (text: string) => unknown,
  longest: number,
): Promise<string | undefined> =>
  grows(length => {
    const text = piece.repeat(Math.ceil(length / piece.length))
    return () => read(text)
  }, longest)

async function doublingComplaint(
  make: Make,
  length: number,
  time: number,
  longest: number,
  clock: () => number,
): Promise<string | undefined> {
  const most = MOST_PER_DOUBLING ** 2
  let spent = time
  let whole = time
  let quarter = Number.POSITIVE_INFINITY
  let half = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES && (i < 1 || spent < MOST_TRYING); i++) {
    quarter = Math.min(quarter, await timeOf(await make(Math.ceil(length / 4)), clock))
    half = Math.min(half, await timeOf(await make(Math.ceil(length / 2)), clock))
    whole = Math.min(whole, await timeOf(await make(length), clock))
    spent += quarter + half + whole
    // Collecting garbage can fall into any of them: one of the two comparisons must do.
    const isLinear = whole <= half * MOST_PER_DOUBLING || whole <= Math.max(quarter, NOISE / most) * most
    if (whole < NOISE || (isLinear && whole <= longest)) return undefined
  }
  const [a, b, c] = [quarter, half, whole].map(each => each.toFixed(1))
  return `${a} ms for a quarter, ${b} ms for half, ${c} ms for the whole of ${length}`
}

/** Time of the clock, which is not read again where less has passed than `noise`: reading the processor's is slow. */
async function timeOf(run: Run, clock: () => number, noise = 0): Promise<number> {
  const before = clock()
  const start = performance.now()
  await run()
  const passed = performance.now() - start
  return clock === processorTime && passed < noise ? passed : clock() - before
}

/** The processor time that the process has used, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
