import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeUnknownVariables } from '../unknown-variables.ts'
import { readConfig } from './config.ts'
import { loadVariableFiles } from './variable-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'variable-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const secret = 'a secret that only this file knows'
const path = join(folder, 'jwt')
const empty = join(folder, 'empty')
writeFileSync(empty, ' \n')
writeFileSync(path, `${secret}\n`)

test('a variable is read from the file that its other name says, whether the variable is absent or empty', () => {
  for (const environment of [{ JWT_SECRET_FILE: path }, { JWT_SECRET_FILE: path, JWT_SECRET: '' }] as NodeJS.ProcessEnv[]) {
    loadVariableFiles(environment)
    expect(readConfig(environment).jwtSecrets).toEqual([secret])
    expect(describeUnknownVariables(environment)).toBeUndefined()
  }
})

test('an empty name of a file is none', () => {
  const environment: NodeJS.ProcessEnv = { JWT_SECRET_FILE: '', DATABASE_URL_FILE: ' ' }
  loadVariableFiles(environment)
  expect(readConfig(environment)).toEqual(readConfig({}))
})

test.each([
  [
    { JWT_SECRET_FILE: join(folder, 'nothing') },
    `設定の誤り JWT_SECRET_FILE：ファイル ${join(folder, 'nothing')} を読み取れません（ENOENT）。`,
  ],
  [{ DATABASE_URL_FILE: empty }, `設定の誤り DATABASE_URL_FILE：ファイル ${empty} が空です。`],
  [{ JWT_SECRET_FILE: path, JWT_SECRET: secret }, '設定の誤り JWT_SECRET_FILE：JWT_SECRET とどちらか一方だけを指定してください。'],
])('a wrong one stops the start with one line', (environment, line) => {
  expect(() => loadVariableFiles({ ...environment })).toThrow(line)
})
