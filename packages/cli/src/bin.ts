#!/usr/bin/env node
import module from 'node:module'
import { requireNode } from './require-node.js'

requireNode()
// Node caches compiled code for the next start, if its version supports it.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
const { runCli } = await import('./run-cli.js')

process.exitCode = await runCli(process.argv.slice(2))
// Unread input of an interrupted command would keep the process alive.
process.stdin.destroy()
