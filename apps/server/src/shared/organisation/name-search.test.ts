import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contains, nameContains, nameIs } from './name-search.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { makeOffice, makeUser } from './test-factories.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
const names: [string, string][] = [
  ['髙橋　一郎', 'タカハシ　イチロウ'],
  ['Ｌｅｅ　ヴァン', 'リー　ヴァン'],
  ['山﨑　花子', 'やまざき　はなこ'],
  ['林　健', 'ﾊﾔｼ ｹﾝ'],
]

beforeAll(async () => {
  made = await createTestContext()
  const { db } = made.context
  const office = await makeOffice(db)
  for (const [full_name, furigana] of names) await makeUser(db, 'User', office, { full_name, furigana })
})
afterAll(() => made.drop())

const found = async (condition: ReturnType<typeof nameIs>) => {
  const { rows } = await sql<{ full_name: string }>`select u.full_name from app_user u where ${condition} order by u.user_id`.execute(
    made.context.db,
  )
  return rows.map((row) => row.full_name)
}

test.each([
  ['髙橋', '髙橋　一郎'],
  ['高橋', '髙橋　一郎'],
  ['高橋一', '髙橋　一郎'],
  ['高橋 一郎', '髙橋　一郎'],
  ['たかはし', '髙橋　一郎'],
  ['ﾀｶﾊｼ', '髙橋　一郎'],
  ['はしいち', '髙橋　一郎'],
  ['lee', 'Ｌｅｅ　ヴァン'],
  ['ＬＥＥ', 'Ｌｅｅ　ヴァン'],
  ['ｳﾞｧﾝ', 'Ｌｅｅ　ヴァン'],
  ['りー', 'Ｌｅｅ　ヴァン'],
  ['山崎', '山﨑　花子'],
  ['ヤマザキ', '山﨑　花子'],
  ['ﾔﾏｻﾞｷ', '山﨑　花子'],
  ['林', '林　健'],
  ['はやし', '林　健'],
])('%s finds %s', async (text, name) => {
  expect(await found(nameContains(text))).toEqual([name])
})

test('characters alone find nobody, nor does a sign of a pattern', async () => {
  for (const text of ['しはかた', '健や', '%', '_', "'", '\\']) expect(await found(nameContains(text))).toEqual([])
})

test('a whole name is name or furigana, whole', async () => {
  expect(await found(nameIs('たかはし　いちろう'))).toEqual(['髙橋　一郎'])
  expect(await found(nameIs('高橋一郎'))).toEqual(['髙橋　一郎'])
  expect(await found(nameIs('高橋'))).toEqual([])
  expect(await found(contains('u.full_name', 'ｌｅ'))).toEqual(['Ｌｅｅ　ヴァン'])
})
