import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../config/config.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-data-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a folder that is missing is made, with those above it', async () => {
  const dataDir = join(folder, 'a/b')
  await prepareDataFolder({ dataDir })
  await prepareDataFolder({ dataDir })
  expect((await stat(dataDir)).isDirectory()).toBe(true)
})

test.each([
  ['file', 'フォルダーではなくファイルです'],
  ['file/below', '途中にフォルダーではないものがあります'],
  ['x'.repeat(300), '名前が長すぎます'],
])('%s cannot be the folder, and the line says why', async (name, reason) => {
  const dataDir = join(folder, name)
  await expect(prepareDataFolder({ dataDir })).rejects.toThrow(
    new ConfigError(`設定の誤り DATA_DIR：${dataDir} を使えません（${reason}）。書き込めるフォルダーにしてください。`),
  )
})

// Elsewhere there is no such folder.
test.runIf(process.platform === 'linux')('nor can one of the kernel, which is said at once', async () => {
  await expect(prepareDataFolder({ dataDir: '/proc/none/data' })).rejects.toThrow('そこにはフォルダーを作れません')
})
