#!/usr/bin/env node
import module from 'node:module'

// Node keeps what it has compiled for the next start, where its version can.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
const { runCli } = await import('./run-cli.js')

process.exitCode = await runCli(process.argv.slice(2))
// Input that an interrupted command has not read would keep the process alive.
process.stdin.destroy()
