import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ExportedMinute, readingExport } from '@mimamori/contract'
import { expect, onTestFinished, test } from 'vitest'
import { linesOf, startExportSite } from '../src/features/reading-export/test-export-site.ts'
import { makeReadKey } from '../src/shared/access-keys/test-read-key.ts'
import { blocksOf, commandsNamed } from './send-readings-page.ts'

const site = await startExportSite()
const { office, people } = site.tenants
const file = await readFile(join(import.meta.dirname, '../../../docs/read-for-bi.md'), 'utf8')
const { authorization } = await site.as(people.base)
const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
const page = file
  .replaceAll('https://mimamori.example', origin)
  .replaceAll('OFFICE_ID', String(office.office_id))
  .replaceAll('Bearer TOKEN', authorization)

const fields = Object.keys(ExportedMinute.shape)
const parameters = Object.keys(readingExport.read.query.shape)

test('the command of the page for BI brings the minutes of the day that it names', async () => {
  const at = '2026-07-20T12:40:00+09:00'
  await site.send([site.vital('worker', at)])
  const [command] = commandsNamed(page, 'curl')
  const [header = ''] = command?.options.get('-H') ?? []
  const [name = '', value = ''] = header.split(': ')
  const answer = await fetch(command?.rest[0] ?? '', { headers: { [name]: value } })
  expect(answer.status).toBe(200)
  expect(linesOf(await answer.text())).toMatchObject({ rows: [{ at, workerCode: 'W-2' }], end: { complete: true, rows: 1 } })
})

test('the page names each field and parameter, and no other', () => {
  const tables = [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, one]) => one))
  expect(tables).toEqual([...parameters, ...fields])
})

test('the query for Power Query asks with these parameters and has a type for each field', () => {
  const [query = ''] = blocksOf(page, 'm')
  const [, written = ''] = /Query = \[(.*?)\]/.exec(query) ?? []
  expect([...written.matchAll(/(\w+) = /g)].map(([, one]) => one)).toEqual(parameters)
  const [, types = ''] = /type table \[([^]*?)\]/.exec(query) ?? []
  expect([...types.matchAll(/(\w+) = /g)].map(([, one]) => one)).toEqual(fields)
  expect(query).toContain('RelativePath = "api/export/readings"')
})

test('the script in Python asks with these parameters', () => {
  const [script = ''] = blocksOf(page, 'python')
  const [, written = ''] = /query = \{(.*?)\}/.exec(script) ?? []
  expect([...written.matchAll(/"(\w+)": /g)].map(([, one]) => one)).toEqual(parameters)
  expect(script).toContain(`URL = "${origin}${readingExport.read.path}"`)
})

/** Forwards what the product answers, and cuts the first answer in the middle of its third line. */
const startCutting = async () => {
  const froms: (string | null)[] = []
  const server = createServer(async (request, response) => {
    const { authorization: bearer = '' } = request.headers
    const answer = await fetch(`${origin}${request.url}`, { headers: { authorization: bearer } })
    const text = await answer.text()
    froms.push(new URL(request.url ?? '', origin).searchParams.get('from'))
    response.writeHead(answer.status, { 'content-length': Buffer.byteLength(text) })
    if (froms.length > 1) return response.end(text)
    const lines = text.split('\n')
    response.write(
      lines
        .slice(0, 2)
        .join('\n')
        .concat('\n', lines[2]?.slice(0, 20) ?? ''),
      () => response.destroy(),
    )
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { froms, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the script in Python reads with a token, continues a day that was cut, and forgets what an earlier run left', async () => {
  const day = '2026-07-20'
  const { secret } = await makeReadKey(site.db, office.company_id, { scopes: ['condition'], office_ids: [office.office_id] })
  await site.send(['12:41', '12:42', '12:43'].map((clock) => site.vital('worker', `${day}T${clock}:00+09:00`)))
  const cutting = await startCutting()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-bi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // One row of the day's last minute: continued from there, the minutes before it would be missing.
  await writeFile(join(folder, `${day}.part`), `${JSON.stringify({ at: `${day}T12:43:00+09:00`, workerCode: 'OLD' })}\n`)
  const [script = ''] = blocksOf(file.replaceAll('https://mimamori.example', cutting.url), 'python')
  const run = script
    .replace('"TOKEN"', JSON.stringify(secret))
    .replace('"OFFICE_ID"', JSON.stringify(String(office.office_id)))
    .replace('DAYS = 7', 'DAYS = 1')
    .replace('pathlib.Path("readings")', `pathlib.Path(${JSON.stringify(folder)})`)
    .replace('pause = 30', 'pause = 0')
    .replace('datetime.datetime.now(JAPAN)', 'datetime.datetime(2026, 7, 21)')
  expect((await promisify(execFile)('python3', ['-c', run])).stdout).toBe(`${day}\n`)
  const whole = await site.read(`from=${day}&to=${day}&format=ndjson`)
  expect(await readdir(folder)).toEqual([`${day}.ndjson`])
  expect(linesOf(await readFile(join(folder, `${day}.ndjson`), 'utf8')).rows).toEqual(
    whole.rows.map((row) => ({ ...row, heartRate: null })),
  )
  expect(whole.rows.length).toBeGreaterThanOrEqual(3)
  expect(cutting.froms).toEqual([day, whole.rows[1]?.at])
})
