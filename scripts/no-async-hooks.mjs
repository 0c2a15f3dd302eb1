// Loaded before a test file. tap assigns each promise to the test that created it, with a hook that runs for every
// promise of the process and doubles the time of code that awaits often. Without the hook, an uncaught error ends the
// process of some test files, which is reported as their failure.
import hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const idle = { enable: () => idle, disable: () => idle }
hooks.createHook = () => idle
syncBuiltinESMExports()
