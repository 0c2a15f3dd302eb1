import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Target } from '../start-site.js'
import { exchange } from './exchange.js'
import { parityFolder, type Step } from './scenario.js'
import { fromWire, mapStrings, toWire } from './wire.js'

const ROLES = ['editor', 'author', 'contributor', 'subscriber']
/** Headers that are compared. */
export const HEADERS = ['x-cms-total', 'x-cms-totalpages', 'allow', 'link', 'location', 'content-type']
const MIME: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  txt: 'text/plain',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  php: 'application/x-php',
  html: 'text/html',
}
const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** What a step was answered, with the prefix of goldens. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** One run of a scenario against a server: who there is, and what was saved. */
export class Session {
  readonly vars: Record<string, unknown>
  readonly #target: Target
  readonly #auth: Record<string, string> = {}

  constructor(target: Target) {
    this.#target = target
    this.vars = { site: target.site, api: target.base }
  }

  /** Creates the people that the steps need. */
  async prepare(steps: readonly Step[]): Promise<void> {
    this.#auth['admin'] = basic(this.#target.login, this.#target.password)
    this.vars['admin'] = ((await this.send({ do: 'GET /cms/v2/users/me' })).body as { id: number }).id
    const text = JSON.stringify(steps)
    for (const role of ROLES.filter(each => steps.some(step => step.as === each) || text.includes(`{${each}}`))) {
      const name = (role[0] as string).toUpperCase() + role.slice(1)
      const user = await this.send({
        do: 'POST /cms/v2/users',
        body: { username: role, name, email: `${role}@example.com`, password: 'parity-Pass-1', roles: [role] },
      })
      if (user.status !== 201)
        throw new Error(`could not create the ${role}: ${user.status} ${JSON.stringify(user.body)}`)
      const { id } = user.body as { id: number }
      this.vars[role] = id
      const made = await this.send({ do: `POST /cms/v2/users/${id}/application-passwords`, body: { name: 'parity' } })
      this.#auth[role] = basic(role, (made.body as { password: string }).password)
    }
  }

  #fill(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = /^\{(\w+)\}$/.exec(value)?.[1]
      if (whole !== undefined && whole in this.vars) return this.vars[whole]
      return value.replace(/\{(\w+)\}/g, (match, name: string) => (name in this.vars ? String(this.vars[name]) : match))
    }
    if (Array.isArray(value)) return value.map(item => this.#fill(item))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [String(this.#fill(key)), this.#fill(item)]))
  }

  #body(step: Step, headers: Record<string, string>): string | Buffer | FormData | undefined {
    const { prefix } = this.#target
    if (step.file !== undefined) {
      const bytes = readFileSync(join(parityFolder, 'files', step.file))
      const type = step.type ?? MIME[step.file.split('.').pop() as string] ?? 'application/octet-stream'
      const name = step.name ?? basename(step.file)
      if (step.form !== undefined) {
        const form = new FormData()
        for (const [key, value] of Object.entries(this.#fill(step.form) as object)) form.append(key, String(value))
        form.append('file', new Blob([bytes], { type }), name)
        return form
      }
      headers['content-type'] ??= type
      headers['content-disposition'] ??= `attachment; filename="${name}"`
      return bytes
    }
    if (step.form !== undefined) {
      headers['content-type'] = 'application/x-www-form-urlencoded'
      return toWire(new URLSearchParams(this.#fill(step.form) as Record<string, string>).toString(), prefix)
    }
    if (step.raw === undefined && step.body === undefined) return undefined
    headers['content-type'] ??= 'application/json'
    return step.raw ?? toWire(JSON.stringify(this.#fill(step.body)), prefix)
  }

  #headers(step: Step): Record<string, string> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(this.#fill(step.headers ?? {}) as Record<string, string>),
    }
    const as = step.as ?? 'admin'
    if (step.basic !== undefined) {
      const [login = '', password = '', gap] = step.basic
      const secret = String(this.#fill(password))
      headers['authorization'] = basic(
        String(this.#fill(login)),
        gap === undefined ? secret : secret.replaceAll(' ', gap),
      )
    }
    if (as !== 'anonymous' && headers['authorization'] === undefined)
      headers['authorization'] = this.#auth[as] as string
    for (const [name, value] of Object.entries(headers)) if (value === null || value === undefined) delete headers[name]
    return headers
  }

  /** Sends a step. */
  async send(step: Step): Promise<Answer> {
    const { prefix, base } = this.#target
    const [method, ...rest] = step.do.split(' ')
    const path = toWire(String(this.#fill(rest.join(' '))), prefix)
    const headers = this.#headers(step)
    const body = this.#body(step, headers) ?? null
    const { status, headers: given, text } = await exchange(base + path, method as string, headers, body)
    let parsed: unknown
    try {
      parsed = mapStrings(JSON.parse(text), each => fromWire(each, prefix))
    } catch {
      parsed = fromWire(text, prefix)
    }
    const all: Record<string, string> = {}
    for (const [name, value] of given) {
      all[fromWire(name.startsWith(`x-${prefix}-`) ? `x-cms-${name.slice(prefix.length + 3)}` : name, prefix)] =
        fromWire(value, prefix)
    }
    const seen = [...HEADERS, ...(step.see ?? [])].filter(name => all[name] !== undefined)
    return {
      status,
      headers: Object.fromEntries(seen.map(name => [name, all[name] as string])),
      body: parsed,
    }
  }

  /** Keeps values of an answer under names; throws when one is not there. */
  save(step: Step, answer: Answer): void {
    for (const [name, at] of Object.entries(step.save ?? {})) {
      const [where = '', pattern] = at.split('#')
      let value: unknown = where
        .split('.')
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], answer.body)
      if (pattern !== undefined) {
        value = new RegExp(pattern).exec(String(value))?.[0]
        if (typeof value === 'string' && /^\d+$/.test(value)) value = Number(value)
      }
      if (value === undefined) throw new Error(`"${step.do}" gave no ${at} to save: ${answer.status}`)
      this.vars[name] = value
    }
  }
}
