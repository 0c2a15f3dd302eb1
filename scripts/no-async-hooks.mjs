// Loaded before a test file. tap assigns each promise to the test that made it, by a hook that runs on every promise of the
// process, which doubles the time of what awaits much. Here an error that nobody catches ends the process of a few files, and
// that is a failure of theirs.
import hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const idle = { enable: () => idle, disable: () => idle }
hooks.createHook = () => idle
syncBuiltinESMExports()
