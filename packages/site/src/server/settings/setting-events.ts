import { defineEvent } from '../../kernel/context/index.js'

/** A setting was changed. */
export const settingChanged = defineEvent<{ readonly key: string; readonly value: unknown }>('setting.changed')
