import type { WxrFile } from '../import/import-wxr.js'

/** An export file, and the number of bytes that its chunks will have; 0 if it is unknown. */
export interface ExportFile extends WxrFile {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly size: number
}

/** Opened export files. */
export interface OpenedExports {
  readonly files: readonly ExportFile[]
  /** The names of the files in archives that are not XML. */
  readonly ignored: readonly string[]
  close(): void
}
