/** How long a transfer may take before it has to have a rate, in milliseconds. */
const GRACE = 10_000
/** The bytes per millisecond that a transfer has to have while memory is short. */
const RATE = 16
/** The bytes that a transfer has to move within `GRACE` milliseconds to be active. */
const STEP = 64 * 1024
/** Within this time, systems accept as much as their buffers take, whether or not the client reads. */
const FIRST = 1000

/** A transfer, such as a body that arrives or a response that is sent: it takes memory as long as its client likes. */
export interface Transfer {
  /** Counts bytes that it takes from now on, or no longer if negative. Other transfers, or this one, may be ended. */
  hold(bytes: number): void
  /** Reports progress: bytes that have arrived or been sent. */
  move(bytes: number): void
  /** From now on it cannot be ended, because it no longer depends on its client. */
  secure(): void
  /** Counts none of its bytes any more. */
  release(): void
}

/** Memory that the transfers of several clients share. */
export interface MemoryBudget {
  /** Begins a transfer. `end` is called at most once, if its memory is needed: it has to free it. */
  begin(end: () => void): Transfer
}

interface Entry {
  bytes: number
  moved: number
  /** When `moved` reaches this number, the transfer is active. */
  next: number
  readonly began: number
  activeAt: number
  end: (() => void) | undefined
}

/**
 * Creates a budget of `most` bytes. When transfers hold more, it ends those that make the least progress: first the one
 * that is furthest behind a rate of 16 kB/s after 10 seconds; then, as long as nobody is, one that has recently moved
 * less than 64 KiB. Of these, those that were there before an attack and those that have just begun may belong to
 * honest clients, so it is the one in the middle. A transfer may exceed the budget if it is the only one. `now` returns
 * milliseconds.
 */
export function createMemoryBudget(most: number, now: () => number = () => performance.now()): MemoryBudget {
  const entries = new Set<Entry>()
  let total = 0

  const remove = (entry: Entry) => {
    entries.delete(entry)
    total -= entry.bytes
    entry.bytes = 0
  }

  /** The entry to end next; `undefined` if none can be. */
  const slowest = (): Entry | undefined => {
    const at = now()
    const idle: Entry[] = []
    const active: Entry[] = []
    let last: Entry | undefined
    let longest = 0
    for (const entry of entries) {
      if (entry.end === undefined || entry.bytes === 0) continue
      const behind = at - entry.began - GRACE - entry.moved / RATE
      if (behind > longest) {
        last = entry
        longest = behind
      }
      const list = at - entry.activeAt > GRACE ? idle : active
      list.push(entry)
    }
    const candidates = idle.length > 0 ? idle : active
    return last ?? candidates[candidates.length >> 1]
  }

  const makeRoom = () => {
    while (total > most) {
      const entry = slowest()
      if (entry === undefined || entry.bytes === total) return
      const { end } = entry
      remove(entry)
      end?.()
    }
  }

  return {
    begin(end) {
      const began = now()
      const entry: Entry = { bytes: 0, moved: 0, next: STEP, began, activeAt: Number.NEGATIVE_INFINITY, end }
      entries.add(entry)
      return {
        hold(bytes) {
          if (!entries.has(entry)) return
          entry.bytes += bytes
          total += bytes
          if (bytes > 0) makeRoom()
        },
        move(bytes) {
          entry.moved += bytes
          if (entry.moved < entry.next) return
          entry.next = entry.moved + STEP
          const at = now()
          if (at - began > FIRST) entry.activeAt = at
        },
        secure() {
          entry.end = undefined
        },
        release: () => remove(entry),
      }
    },
  }
}
