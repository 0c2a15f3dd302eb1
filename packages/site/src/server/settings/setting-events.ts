import { defineEvent } from '../../hooks/hooks.js'

/** A setting was changed. */
export const settingChanged = defineEvent<{ readonly key: string; readonly value: unknown }>('setting.changed')
