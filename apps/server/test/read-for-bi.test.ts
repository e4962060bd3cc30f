import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ExportedMinute, readingExport } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { linesOf, startExportSite } from '../src/features/reading-export/test-export-site.ts'
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
