import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../src/platform/test-port.ts'

/** A series of an answer, with its labels and its value as Prometheus writes it. */
type Series = { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [at: number, value: string] }

type Rule = { readonly name: string; readonly health: string; readonly annotations: Readonly<Record<string, string>> }

/** A real Prometheus that scrapes an address each second and follows the rules of `ops/`. */
export const startPrometheus = async (target: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-prometheus-'))
  const file = join(folder, 'prometheus.yml')
  writeFileSync(
    file,
    `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${resolve('ops/prometheus/rules.yml')}]
scrape_configs:
  - job_name: mimamori
    static_configs: [{ targets: ['${target}'] }]
`,
  )
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.env['PROMETHEUS_PATH'] ?? 'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ask = async <Answer>(path: string): Promise<Answer | undefined> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
    if (response?.ok !== true) return undefined
    return ((await response.json()) as { readonly data: Answer }).data
  }
  return {
    /** What an expression gives now; undefined where Prometheus does not answer it. */
    query: async (expression: string) =>
      (await ask<{ readonly result: readonly Series[] }>(`query?query=${encodeURIComponent(expression)}`))?.result,
    rules: async () =>
      (await ask<{ readonly groups: readonly { readonly rules: readonly Rule[] }[] }>('rules'))?.groups.flatMap(({ rules }) => rules),
    stop: async () => {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
