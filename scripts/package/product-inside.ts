import { setTimeout as after } from 'node:timers/promises'
import type { Machine } from './machine.ts'

type Answer = { readonly status: number; readonly body: unknown }

/** The product of a machine, as those who use it reach it. */
export type ProductInside = {
  readonly ask: (method: 'GET' | 'POST', path: string, options?: { readonly bearer?: string | undefined; readonly body?: object }) => Answer
  /** Waits until it takes work. @returns its version @throws where that does not come, with the end of its log */
  readonly whenReady: () => Promise<string>
  readonly logOf: (lines: number) => string
}

const patienceMs = 300_000

export const productInside = (machine: Machine): ProductInside => {
  const ask: ProductInside['ask'] = (method, path, { bearer, body } = {}) => {
    const headers = [
      ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
      ...(body === undefined ? [] : ['Content-Type: application/json']),
    ]
    const options = [
      '-sS',
      '-X',
      method,
      '-w',
      '\n%{http_code}',
      ...headers.flatMap((header) => ['-H', header]),
      ...(body === undefined ? [] : ['-d', '@-']),
    ]
    const output = machine.run(['curl', ...options, `http://localhost:8080${path}`], body === undefined ? '' : JSON.stringify(body))
    const end = output.lastIndexOf('\n')
    const text = output.slice(0, end)
    return { status: Number(output.slice(end + 1)), body: text === '' ? undefined : JSON.parse(text) }
  }
  const logOf = (lines: number) => machine.attempt(['journalctl', '-u', 'mimamori', '-o', 'cat', '--no-pager', '-n', String(lines)]).output
  const whenReady = async () => {
    const until = Date.now() + patienceMs
    for (;;) {
      if (machine.attempt(['curl', '-sf', 'http://localhost:8080/readyz']).status === 0) {
        const { version } = ask('GET', '/healthz').body as { version: string }
        return version
      }
      if (Date.now() > until) throw new Error(`the product is not ready:\n${logOf(20)}`)
      await after(500)
    }
  }
  return { ask, whenReady, logOf }
}
