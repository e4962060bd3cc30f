import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from './csv-in.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['ended by a line break', 'a,b\r\n1,2\r\n3,4\r\n', 2],
  ['that ends without one', 'a,b\r\n1,2\r\n3,4', 2],
  ['of headings alone', 'a,b', 0],
  ['of nothing', '', 0],
])('the headings of a file %s are no row', async (_, text, rows) => {
  const path = join(folder, 'a.csv')
  await writeFile(path, text)
  expect(await inspect(path)).toEqual({ encoding: 'utf-8', rows })
})
