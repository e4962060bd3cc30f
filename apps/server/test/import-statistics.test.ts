import { expect, test } from 'vitest'
import { startImportTests } from '../src/features/user-role/test-import.ts'
import { multipart } from '../src/platform/exchange/test-upload.ts'

const { people, upload, fileOf } = await startImportTests()
const { base, office, db, context } = people
const rows = 1_001
const numbers = Array.from({ length: rows }, (_, n) => n + 1)

/** Which of the tables somebody has had analysed; autovacuum counts apart. */
const analysed = async (...tables: readonly string[]) => {
  const { rows: found } = await context.pool.query<{ relname: string }>(
    `select t.relname from pg_stat_user_tables t where t.relname = any($1::text[]) and t.last_analyze is not null order by t.relname`,
    [tables],
  )
  return found.map((row) => row.relname)
}

const uploadDevices = async (resource: string, serials: readonly number[]) => {
  const labels = String((await people.call(base, 'GET', `/api/${resource}/Template`)).body)
    .replace('\uFEFF', '')
    .trim()
  const kinds = labels.split(',').map((cell) => cell.slice(1, -1))
  const lines = serials.map((serial) => kinds.map((label) => ({ 種別: '3', シリアル番号: `V${serial}` })[label] ?? '').join(','))
  const { headers, payload } = multipart(['file', [labels, ...lines].join('\r\n'), '機器.csv'])
  return people.ask('POST', `/api/${resource}/Import/${office.office_id}`, { headers: { ...headers, ...(await people.as(base)) }, payload })
}

test('after many rows the tables of an import are analysed, so that the planner knows the new site', async () => {
  expect(await uploadDevices('Device', numbers)).toMatchObject({ status: 200, body: { created: rows } })
  await expect.poll(() => analysed('device')).toEqual(['device'])
  const wearers = numbers.map((n) => ({
    ログインID: `many-${n}`,
    氏名: `山田　太郎${n}`,
    フリガナ: 'ヤマダ　タロウ',
    性別: '1',
    生年月日: '1980-04-01',
    体調デバイス: `V${n}`,
  }))
  expect(await upload(base, office.office_id, await fileOf(wearers))).toMatchObject({ status: 200, body: { created: rows } })
  expect(await db.selectFrom('wear').select('user_id').execute()).toHaveLength(rows)
  const grown = ['app_user', 'audit_log', 'login', 'wear']
  await expect.poll(() => analysed(...grown)).toEqual(grown)
})
