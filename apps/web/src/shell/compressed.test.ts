// @vitest-environment node
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { compressed } from '../../compressed.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mimamori-compressed-'))
})
afterAll(() => rm(root, { recursive: true }))

const buildOf = async (code: string) => {
  const entry = join(root, 'entry.js')
  await writeFile(entry, code)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [compressed()],
    build: { lib: { entry, formats: ['es'], fileName: () => 'entry.js' } },
  })
}

test('a build that fails says why itself, and one that does not has a copy of each large file in both compressions', async () => {
  await expect(buildOf('this is {{ broken')).rejects.toThrow('entry.js')
  await buildOf(`export const texts = ${JSON.stringify(Array.from({ length: 500 }, (_, n) => `text ${n}`))}`)
  expect((await readdir(join(root, 'dist'))).toSorted()).toEqual(['entry.js', 'entry.js.br', 'entry.js.gz'])
})
