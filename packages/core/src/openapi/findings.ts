/** A difference between two documents. */
export interface OpenApiChange {
  /** An operation (`GET /cms/v2/posts`), or a place within one or in a component (`PostView.title`). */
  readonly at: string
  readonly message: string
}

/** Collects differences, each once. */
export interface Findings {
  readonly breaking: readonly OpenApiChange[]
  readonly added: readonly OpenApiChange[]
  breaks(at: string, message: string): void
  adds(at: string, message: string): void
  /** Adds those of others. */
  include(others: Pick<Findings, 'breaking' | 'added'>): void
}

export function createFindings(): Findings {
  const breaking = createList()
  const added = createList()
  return {
    breaking: breaking.all,
    added: added.all,
    breaks: (at, message) => breaking.add({ at, message }),
    adds: (at, message) => added.add({ at, message }),
    include(others) {
      for (const change of others.breaking) breaking.add(change)
      for (const change of others.added) added.add(change)
    },
  }
}

function createList() {
  const all: OpenApiChange[] = []
  const texts = new Set<string>()
  return {
    all,
    add(change: OpenApiChange): void {
      const text = `${change.at}: ${change.message}`
      if (texts.has(text)) return
      texts.add(text)
      all.push(change)
    },
  }
}
