import { expect, test } from 'vitest'
import { nameCaution, nameCautionOfFile } from './name-caution.ts'

const both = '氏名とフリガナに、姓と名の間の空白がありません。1語の名前なら、このままで登録できます。'
const reading = 'フリガナに、姓と名の間の空白がありません。1語の名前なら、このままで登録できます。'

test.each([
  ['大久保義男', 'オオクボヨシオ', both],
  ['たろう', 'タロウ', both],
  ['﨑山　直樹', 'サキヤマナオキ', reading],
  ['﨑山 直樹', 'サキヤマ ナオキ', undefined],
  ['グエン　ヴァン　アン', 'グエン　ヴァン　アン', undefined],
  ['スカルノ', 'スカルノ', undefined],
  ['Sukarno', 'スカルノ', undefined],
])('%s / %s: %s', (fullName, furigana, caution) => expect(nameCaution({ fullName, furigana })).toBe(caution))

test('of a file the rows are said, the first five', () => {
  const rows = (...names: string[][]) => ({ encoding: 'UTF-8', rows: [['\uFEFF氏名', 'フリガナ', '削除'], ...names] }) as const
  expect(nameCautionOfFile(rows(['山田　太郎', 'ヤマダ　タロウ'], ['大久保義男', 'オオクボ　ヨシオ'], ['', '', '1']))).toBe(
    '姓と名の間に空白のない行が1行あります（3行目）。1語の名前なら、このままで登録できます。',
  )
  expect(nameCautionOfFile(rows(...Array.from({ length: 7 }, () => ['山田太郎', 'ヤマダタロウ'])))).toContain(
    '7行あります（2、3、4、5、6行目など）',
  )
  expect(nameCautionOfFile(rows(['山田　太郎', 'ヤマダ　タロウ']))).toBeUndefined()
  expect(nameCautionOfFile({ rows: undefined })).toBeUndefined()
})
