import { describe, expect, test } from 'vitest'
import { foldHeading, matchHeadings, otherHeadingsOf } from './headings.ts'
import { fieldsOf, importFiles, type ImportFile, shownLabelsOf } from './import-files.ts'

const match = (file: ImportFile, header: readonly string[], mapping?: Parameters<typeof matchHeadings>[3]) => {
  const { places, byAlias, ambiguous, unknown } = matchHeadings(fieldsOf(file), shownLabelsOf(file), header, mapping)
  return { places: Object.fromEntries(places), byAlias, ambiguous: Object.fromEntries(ambiguous), unknown }
}

describe('the columns of a file', () => {
  test.each([
    ['氏名', 'fullName'],
    ['氏 名', 'fullName'],
    ['　氏　名　', 'fullName'],
    ['名前', 'fullName'],
    ['氏名（必須）', 'fullName'],
    ['※名前', 'fullName'],
    ['氏名（漢字）', 'fullName'],
    ['ふりがな', 'furigana'],
    ['ﾌﾘｶﾞﾅ', 'furigana'],
    ['カナ', 'furigana'],
    ['氏名（カナ）', 'furigana'],
    ['携帯', 'phoneNumber'],
    ['電話', 'phoneNumber'],
    ['ＴＥＬ', 'phoneNumber'],
    ['tel', 'phoneNumber'],
    ['生年月日', 'dateOfBirth'],
    ['誕生日', 'dateOfBirth'],
    ['社員番号', 'workerCode'],
    ['社員Ｎｏ．', 'workerCode'],
    ['ログインid', 'userName'],
    ['e-mail', 'email'],
    ['【必須】性別', 'gender'],
    ['所属', 'affiliation1'],
    ['所属２', 'affiliation2'],
  ])('called %s is %s of a worker', (heading, field) => {
    expect(match(importFiles.worker, ['備考', heading]).places).toEqual({ [field]: 1 })
  })

  test.each([
    ['班名', 'groupName', importFiles.group],
    ['班長', 'leaderId', importFiles.group],
    ['メール', 'listEmailAlert', importFiles.group],
    ['シリアルＮＯ', 'serialNumber', importFiles.device],
    ['暑さ指数計', 'heatIndexWatcherId', importFiles.gateway],
    ['SisMilID', 'heatIndexWatcherId', importFiles.gateway],
    ['シスミル', 'serialNumber', importFiles.heatWatcher],
    ['場所', 'locationName', importFiles.barometer],
    ['名前', 'fullName', importFiles.serviceAdmin],
  ] as const)('called %s is %s', (heading, field, file) => {
    expect(match(file, [heading]).places).toEqual({ [field]: 0 })
  })

  test('that have another word, that are only shown, and that mean nothing are distinguished', () => {
    expect(match(importFiles.worker, ['会社', '権限', '名前', '会社名', '', '番号'])).toEqual({
      places: { fullName: 2 },
      byAlias: ['fullName'],
      ambiguous: {},
      unknown: [3, 5],
    })
  })

  test('by the label count before those by another word', () => {
    expect(match(importFiles.worker, ['携帯', '電話番号', '電話'])).toMatchObject({
      places: { phoneNumber: 1 },
      byAlias: [],
      unknown: [0, 2],
    })
  })

  test('of which several could be one field are none of them', () => {
    expect(match(importFiles.worker, ['携帯', '氏名', '電話', '氏 名'])).toMatchObject({
      places: {},
      ambiguous: { fullName: [1, 3], phoneNumber: [0, 2] },
      unknown: [],
    })
  })

  test('are what a mapping says, whatever they are called', () => {
    const header = ['A', '携帯', '電話', '氏名']
    expect(match(importFiles.worker, header, { furigana: 1, phoneNumber: 3, fullName: null })).toEqual({
      places: { furigana: 0, phoneNumber: 2 },
      byAlias: [],
      ambiguous: {},
      unknown: [1, 3],
    })
  })
})

test.each(Object.entries(importFiles))('a heading means one column of a file of %s', (_, file: ImportFile) => {
  const shown = shownLabelsOf(file).map(foldHeading)
  const words = fieldsOf(file).flatMap(({ label }) => [...new Set([foldHeading(label), ...otherHeadingsOf(label)])])
  const all = [...words, ...shown, '削除']
  expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([])
})
