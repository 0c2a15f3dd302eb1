import type { Command } from 'commander'
import { parsePairs } from '../parse-options.js'
import { addStoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'
import { addAttachmentOptions } from './attachment-options.js'
import type { ImportCommandOptions } from './run-import.js'

/** `platen import FILE…`: imports the export files of another site. */
export function addImport(program: Command, terminal: Terminal): void {
  const command = program.command('import <file...>').description('imports export files (WXR); "-" is standard input')
  addStoreOptions(command)
    .option(
      '--author-map <old=new>',
      'assigns the content of "old" to the user "new"; "*=new" for all others',
      parsePairs,
    )
    .option('--author-role <role>', 'the role of accounts that are created for authors (default: author)')
    .option('--menu-locations <location=menu>', 'the menu that a location shows, by its slug', parsePairs)
  addAttachmentOptions(command).action(async (files: readonly string[], options: ImportCommandOptions) => {
    const { runImport } = await import('./run-import.js')
    await runImport(files, options, terminal)
  })
}
