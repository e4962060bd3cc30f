import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readingKinds } from '@mimamori/contract'
import openapiTypes, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

const run = promisify(execFile)
const { context, time, app, as } = await startTestApp()
const packages = join(import.meta.dirname, '../../../node_modules')

/** What somebody writes who has the product's document and nothing else. */
const client = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

type Reading = components['schemas']['Reading']

const [, , baseUrl = '', key = '', session = '', at = ''] = process.argv
const readings: Reading[] = [
  { kind: 'vital', device: 'vital', at, heartRate: 96, battery: 4, signal: 3, call: false },
  { kind: 'belt', device: 'belt', at, hook: 1, pressure: 100_480 },
  { kind: 'heat', device: 'heat', at, wbgt: 29.4, temperature: 33.1, humidity: 62, globe: 41.5 },
  { kind: 'barometer', device: 'barometer', at, pressure: 100_810, temperature: 32.6 },
  { kind: 'gateway', device: 'gateway', at, waveLevel: 4 },
]
// Neither another kind is a reading, nor a heart rate in words.
type Accepts<Sent> = Sent extends Reading ? true : false
export const refused: [Accepts<{ kind: 'shoe'; device: string; at: string }>, Accepts<{ kind: 'vital'; device: string; at: string; heartRate: string }>] =
  [false, false]

const sender = createClient<paths>({ baseUrl, headers: { authorization: key } })
const answers: components['schemas']['IngestAnswer'][] = []
for (const reading of readings) {
  const { data, error } = await sender.POST('/api/ingest', { body: { readings: [reading] } })
  if (data === undefined) throw new Error(JSON.stringify(error))
  answers.push(data)
}
const reader = createClient<paths>({ baseUrl, headers: { authorization: session } })
const { data: devices } = await reader.GET('/api/Device', { params: { query: { limit: 10 } } })
const serials: string[] = devices?.data.map(({ serialNumber }) => serialNumber) ?? []
const event: components['schemas']['LiveEvent']['event'] = 'condition'
console.log(JSON.stringify({ answers, serials, count: devices?.count, event }))
`

// As the project itself is compiled, apart from what becomes of it.
const settings = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { noEmit: false, incremental: false, allowImportingTsExtensions: false, lib: ['es2024', 'dom'], types: ['node'] },
  files: ['client.ts'],
}

test('a client generated from the document compiles, sends each kind of reading, and reads a list', async () => {
  const office = await makeOffice(context.db)
  for (const kind of readingKinds) await makeDevice(context.db, kind, office.office_id, { serial: kind })
  const key = await makeIngestKey(context.db, office.office_id)
  const { authorization } = await as(await makeUser(context.db, 'HeadquartersAdmin', office))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  // Beside the packages, which the client imports.
  const folder = await mkdtemp(join(packages, '.generated-client-'))
  try {
    const document = await (await fetch(`${address}/api/openapi.json`)).text()
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'schema.ts'), astToString(await openapiTypes(document)))
    await writeFile(join(folder, 'client.ts'), client)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    await run(join(packages, '.bin/tsc'), ['-p', folder]).catch(({ stdout }: { stdout?: string }) => expect(stdout).toBe('no fault'))
    const { stdout } = await run(process.execPath, ['client.js', address, key.bearer, authorization, time.now.toISOString()], {
      cwd: folder,
    })
    const { answers, ...listed } = JSON.parse(stdout) as { answers: object[] }
    expect(answers).toHaveLength(readingKinds.length)
    for (const answer of answers) expect(answer).toMatchObject({ accepted: 1, rejected: [] })
    expect(listed).toEqual({ serials: expect.arrayContaining(['vital', 'belt']), count: 2, event: 'condition' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
