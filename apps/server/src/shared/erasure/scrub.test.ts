import { expect, test } from 'vitest'
import type { PersonMarks } from './person-marks.ts'
import { createScrubber } from './scrub.ts'

const marks: PersonMarks = {
  userId: 7,
  names: ['綾小路　千代松'],
  readings: ['アヤノコウジ　チヨマツ'],
  loginIds: ['ayano.01', 'w1'],
  workerCodes: ['K-20931'],
  emails: ['Chiyo@example.jp'],
  phones: ['090-1234-5678'],
  hasNamesake: false,
}
const { text, value } = createScrubber(marks)
const short = createScrubber({ ...marks, names: ['林　一'], readings: ['ハヤシ　ハジメ'] })

test.each([
  ['綾小路　千代松', '消去済み（7）'],
  ['綾小路 千代松さんは休憩', '消去済み（7）さんは休憩'],
  ['担当:綾小路千代松', '担当:消去済み（7）'],
  ['アヤノコウジチヨマツ', '消去済み（7）'],
  ['あやのこうじ ちよまつ様', '消去済み（7）様'],
  ['090 1234 5678 / 09012345678 / +81 90-1234-5678', '（消去済み） / （消去済み） / （消去済み）'],
  ['宛先 chiyo@EXAMPLE.jp、ayano.01、K-20931', '宛先 （消去済み）、（消去済み）、（消去済み）'],
  // What only looks like it stays.
  ['xchiyo@example.jp ayano.012 w1 190-1234-56789 綾小路', 'xchiyo@example.jp ayano.012 w1 190-1234-56789 綾小路'],
])('takes a person out of %s', (given, expected) => expect(text(given)).toBe(expected))

test('a text about the person loses parts of the name as well', () => {
  expect(text('綾小路さんが倒れた。千代松と呼ぶ', 'about')).toBe('消去済み（7）さんが倒れた。消去済み（7）と呼ぶ')
})

test.each([
  ['林 一さんへ', '消去済み（7）さんへ'],
  ['林一さん、林一', '消去済み（7）さん、消去済み（7）'],
  ['林一郎と小林 一郎、林の中', '林一郎と小林 一郎、林の中'],
])('a short name takes nothing of other words: %s', (given, expected) => {
  // 小林 一 begins 小林 一郎, and is distinguished by the text before.
  expect(short.text(given)).toBe(expected)
})

test('of a text about somebody with a name of one character only that name with a title goes', () => {
  expect(short.text('林さんは森林の中、一番奥。はやしさんは、はやしの陰', 'about')).toBe(
    '消去済み（7）さんは森林の中、一番奥。消去済み（7）さんは、はやしの陰',
  )
})

test('a name in Latin letters is taken as whole words', () => {
  const latin = createScrubber({ ...marks, names: ['Nguyen Van An'], readings: ['グエン バン アン'] })
  expect(latin.text('NGUYEN VAN AN, Nguyen Van Anh')).toBe('消去済み（7）, Nguyen Van Anh')
})

test('an object of the person loses what identifies them, one of somebody else keeps all', () => {
  const own = { userId: 7, fullName: '綾小路　千代松', dateOfBirth: '1970-01-01', groupId: 3 }
  const other = { userId: 8, fullName: '綾小路　千代松', email: 'chiyo@example.jp', note: '綾小路千代松と交代' }
  expect(value({ people: [own, other] })).toEqual({
    people: [
      { userId: 7, fullName: '消去済み（7）', dateOfBirth: null, groupId: 3 },
      { ...other, note: '消去済み（7）と交代' },
    ],
  })
})

test('names beside numbers of people are matched by the numbers', () => {
  const reason = { kind: 'siteSilent', names: ['綾小路　千代松', '綾小路　千代松'], userIds: [8, 7] }
  expect(value(reason)).toEqual({ ...reason, names: ['綾小路　千代松', '消去済み（7）'] })
})

test('with a namesake a name alone says nobody, and what else is known still goes', () => {
  const shared = createScrubber({ ...marks, hasNamesake: true })
  expect(shared.text('綾小路千代松 chiyo@example.jp')).toBe('綾小路千代松 （消去済み）')
  expect(shared.text('綾小路千代松', 'about')).toBe('消去済み（7）')
})

test('a login ID that is like any word is removed where it is a login ID', () => {
  expect(value({ userName: 'w1', kind: 'w1' })).toEqual({ userName: null, kind: 'w1' })
})

test('a second time changes nothing more', () => {
  const once = value({ fullName: '綾小路　千代松', text: '綾小路千代松 090-1234-5678' })
  expect(value(once)).toEqual(once)
})
