import { readCheckQuestions, standardQuestions, writeCheckQuestions } from '@mimamori/contract/check-questions'
import { expect, test } from 'vitest'
import { draftOf, textOfDraft, withOwnQuestion, withWords } from './check-draft.ts'

test('questions are edited as text, the product’s first, and one may be half typed', () => {
  const two = draftOf(writeCheckQuestions(standardQuestions)).filter(({ key }) => key === 'sleep' || key === 'water')
  const more = withOwnQuestion(two.toReversed())
  const text = textOfDraft(more)
  expect(draftOf(text).map(({ key }) => key)).toEqual(['sleep', 'water', 'own1'])
  expect(readCheckQuestions(text)).toBeUndefined()
  expect(readCheckQuestions(textOfDraft(two))).toHaveLength(2)
  expect(withOwnQuestion(draftOf(writeCheckQuestions(standardQuestions)))).toHaveLength(5)
  expect(draftOf('nonsense')).toEqual([])
})

test('a translation that is emptied falls away, the Japanese text stays to be filled in', () => {
  expect(withWords({ ja: '薬', vi: 'Thuốc' }, 'vi', '')).toEqual({ ja: '薬' })
  expect(withWords({ ja: '薬' }, 'ja', '')).toEqual({ ja: '' })
  expect(withWords({ ja: '薬' }, 'en', 'Medicine')).toEqual({ ja: '薬', en: 'Medicine' })
})
