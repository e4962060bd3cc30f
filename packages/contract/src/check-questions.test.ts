import { expect, it } from 'vitest'
import { type CheckQuestion, choicesOf, doesCount, readCheckQuestions, standardQuestions, writeCheckQuestions } from './check-questions.ts'

const own: CheckQuestion = {
  key: 'own1',
  counts: 'fair',
  text: { ja: '薬', vi: 'Thuốc' },
  choices: { good: { ja: '飲んでいない' }, poor: { ja: '飲んだ' } },
}

it('a setting holds the questions of the product and own ones, five at most, each once', () => {
  expect(readCheckQuestions(writeCheckQuestions(standardQuestions))).toEqual(standardQuestions)
  expect(readCheckQuestions(writeCheckQuestions([own]))).toEqual([own])
  expect(readCheckQuestions('[]')).toEqual([])
  expect(readCheckQuestions(writeCheckQuestions([...standardQuestions, own]))).toBeUndefined()
  expect(readCheckQuestions(writeCheckQuestions([own, own]))).toBeUndefined()
  for (const text of ['', 'null', '[{"key":"sleep"}]', '[{"key":"own1","counts":"poor"}]']) expect(readCheckQuestions(text)).toBeUndefined()
  expect(readCheckQuestions(JSON.stringify([{ ...own, text: { vi: 'Thuốc' } }]))).toBeUndefined()
})

it('a question has two choices or three, and counts from the one it is set to', () => {
  expect([...standardQuestions, own].map((question) => choicesOf(question).length)).toEqual([3, 3, 3, 3, 2, 2])
  const counting = (counts: CheckQuestion['counts']) => (['good', 'fair', 'poor'] as const).map((value) => doesCount({ counts }, value))
  expect(counting('poor')).toEqual([false, false, true])
  expect(counting('fair')).toEqual([false, true, true])
  expect(counting('none')).toEqual([false, false, false])
})
