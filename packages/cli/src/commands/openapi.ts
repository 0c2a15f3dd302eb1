import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '@platen/core'
import {
  compareOpenApi,
  type OpenApiChange,
  type OpenApiChanges,
  type OpenApiDocument,
  withExamples,
} from '@platen/core/openapi'
import type { Site } from '@platen/site'
import { openApiDocument } from '@platen/site/extend'
import type { Command } from 'commander'
import { CliError } from '../cli-error.js'
import { createTestSite } from '../create-test-site.js'
import { siteSource, withSource } from '../open-site.js'
import { requireUser } from '../operator.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface OpenApiOptions extends StoreOptions {
  readonly out?: string
  readonly against?: string
  readonly examples?: boolean
  readonly user?: string
  readonly plugins?: string
}

/** `platen openapi`: prints the OpenAPI document of the site, or what has changed since an earlier one. */
export function addOpenApi(program: Command, terminal: Terminal): void {
  const command = program
    .command('openapi')
    .description('prints the OpenAPI document of the site, or compares it with an earlier one')
    .option('--out <file>', 'writes the document to a file')
    .option(
      '--against <file>',
      'lists what breaks clients of an earlier document, and what was added; fails on a break',
    )
    .option('--examples', 'adds what the site responds to anonymous callers, or to the user of --user')
    .option('--user <user>', 'the login of the user that examples are for')
    .option('--plugins <folder>', 'the folder of plugins (default: that of the configuration)')
  addStoreOptions(command).action((options: OpenApiOptions) => describe(options, terminal))
}

async function describe(options: OpenApiOptions, terminal: Terminal): Promise<void> {
  const before = options.against === undefined ? undefined : readDocument(options.against)
  const source = await siteSource(options)
  const document =
    source.place.kind === 'memory'
      ? await documentOf((await createTestSite(source.loaded.config)).site, options)
      : await withSource(
          source,
          site => documentOf(site, options),
          () => ({ plugins: options.plugins }),
        )
  const text = JSON.stringify(document, null, 2)
  if (options.out !== undefined) writeDocument(options.out, text)
  if (before === undefined) return terminal.print(options.out === undefined ? text : `Wrote ${options.out}.`)
  const { breaking, added } = changesSince(before, document, options)
  for (const change of added) terminal.print(`added: ${lineOf(change)}`)
  for (const change of breaking) terminal.print(`breaking: ${lineOf(change)}`)
  const count = breaking.length === 1 ? '1 change breaks' : `${breaking.length} changes break`
  if (breaking.length > 0) throw new CliError(`${count} clients of ${options.against}.`)
  terminal.print(added.length === 0 ? 'Nothing has changed.' : 'Nothing breaks clients.')
}

async function documentOf(site: Site, { examples = false, user }: OpenApiOptions): Promise<OpenApiDocument> {
  const document = await openApiDocument(site.context)
  if (!examples && user === undefined) return document
  const as = user === undefined ? undefined : await requireUser(site, user)
  return withExamples(site.context.registry, document, (path, query) =>
    site.call('GET', path, undefined, { as, query }),
  )
}

function writeDocument(path: string, text: string): void {
  try {
    writeFileSync(resolve(path), `${text}\n`)
  } catch (cause) {
    throw new CliError(`${path} cannot be written: ${messageOf(cause)}`, { cause })
  }
}

/** The changes since a document that somebody may have edited. */
function changesSince(before: OpenApiDocument, document: OpenApiDocument, { against }: OpenApiOptions): OpenApiChanges {
  try {
    return compareOpenApi(before, document)
  } catch (cause) {
    throw new CliError(`${against} is not a valid OpenAPI document: ${messageOf(cause)}`, { cause })
  }
}

const lineOf = ({ at, message }: OpenApiChange): string => `${at}: ${message}`

/** Reads a document that this command has written. */
function readDocument(path: string): OpenApiDocument {
  try {
    const document: unknown = JSON.parse(readFileSync(resolve(path), 'utf8'))
    if (isDocument(document)) return document
  } catch (cause) {
    throw new CliError(`${path} cannot be read: ${messageOf(cause)}`, { cause })
  }
  throw new CliError(`${path} is not an OpenAPI 3.1 document.`)
}

const PARTS = ['schemas', 'parameters', 'responses', 'requestBodies', 'securitySchemes'] as const

function isDocument(value: unknown): value is OpenApiDocument {
  if (!isObject(value) || !isObject(value['paths']) || !isObject(value['components'])) return false
  const { openapi, components } = value
  return typeof openapi === 'string' && openapi.startsWith('3.1') && PARTS.every(part => isObject(components[part]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
