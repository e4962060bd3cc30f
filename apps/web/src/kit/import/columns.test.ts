import { importFiles } from '@mimamori/contract/import-files'
import { describe, expect, test } from 'vitest'
import { columnsOf } from './columns.ts'

const contentOf = (...rows: readonly (readonly string[])[]) => ({ encoding: 'UTF-8' as const, rows, head: rows.slice(0, 4) })
const header = ['ログインID', '氏名', 'フリガナ', '性別', '生年月日']
const find = (
  content: ReturnType<typeof contentOf>,
  choice: readonly (readonly [number, string | null])[] = [],
  made: readonly string[] = [],
) => {
  const { columns, missing, ...found } = columnsOf(importFiles.worker, content, new Map(choice), made)
  return { ...found, fields: columns.map(({ field }) => field?.field), missing: missing.map(({ label }) => label) }
}

describe('the columns of a chosen file', () => {
  test('whose headings say all are not asked about, whether by the label or by another word', () => {
    for (const heading of ['氏名', '名前']) {
      const found = find(contentOf(['ログインID', heading, ...header.slice(2), '会社', '削除'], ['a', '山田　太郎']))
      expect(found).toMatchObject({ asks: false, missing: [], mapping: undefined })
      expect(found.content.rows?.[0]).toEqual([...header, '会社', '削除'])
    }
  })

  test('that are unknown are asked about if they hold something', () => {
    expect(find(contentOf([...header, '備考', ''], ['a', 'b', 'c', '男', 'd', 'よい人', 'x']))).toMatchObject({ asks: true, missing: [] })
    expect(find(contentOf([...header, '備考'], ['a', 'b', 'c', '男', 'd', '']))).toMatchObject({ asks: false })
  })

  test('that are needed and not there are asked for, unless the server makes what they say', () => {
    expect(find(contentOf(['名前', 'カナ'], ['b', 'c']))).toMatchObject({ asks: true, missing: ['ログインID', '性別', '生年月日'] })
    expect(find(contentOf(header.slice(1), ['b', 'c', '男', 'd']), [], ['userName'])).toMatchObject({ asks: false, missing: [] })
  })

  test('are what somebody chooses: one field once, and none for a column that is not imported', () => {
    const content = contentOf(['A', 'B', ...header.slice(2), '携帯', '電話'], ['a', 'b', 'c', '男', 'd', '090', '03'])
    expect(find(content)).toMatchObject({ asks: true, missing: ['ログインID', '氏名'] })
    const chosen = find(content, [
      [0, 'userName'],
      [1, 'fullName'],
      [6, 'phoneNumber'],
    ])
    expect(chosen).toMatchObject({
      missing: [],
      fields: ['userName', 'fullName', 'furigana', 'gender', 'dateOfBirth', undefined, 'phoneNumber'],
    })
    expect(chosen.mapping).toMatchObject({ userName: 1, fullName: 2, furigana: 3, gender: 4, dateOfBirth: 5, phoneNumber: 7, email: null })
    expect(chosen.content.rows?.[0]).toEqual([...header, '携帯', '電話番号'])
    const none = find(contentOf([...header, '携帯'], ['a', 'b', 'c', '男', 'd', '090']), [[5, null]])
    expect(none.mapping).toMatchObject({ phoneNumber: null })
  })
})
