import { expect, it } from 'vitest'
import { standardQuestions } from './check-questions.ts'
import { checkAdvice, checkAnswerInWords, checkMarkOf } from './check-words.ts'

it('what a leader reads of answers', () => {
  expect(standardQuestions.map(checkMarkOf).join('')).toBe('睡食酒体水')
  expect(standardQuestions.map((question) => checkAnswerInWords(question, 'poor'))).toEqual([
    '睡眠 4時間未満',
    '朝食なし',
    '酒 多め',
    '体調 悪い',
    '水分まだ',
  ])
  const own = { key: 'own1', counts: 'poor', text: { ja: '薬' }, choices: { good: { ja: 'なし' }, poor: { ja: '飲んだ' } } } as const
  expect([checkMarkOf(own), checkAnswerInWords(own, 'poor')]).toEqual(['薬', '薬 飲んだ'])
})

it('the gravest answer decides what to do', () => {
  expect(checkAdvice(['sleep', 'illness'])).toContain('受診')
  expect(checkAdvice(['breakfast', 'sleep'])).toContain('高い所を避け')
  expect(checkAdvice(['own1'])).toBe('作業の前に話を聞く')
  expect(checkAdvice([])).toBe('')
})
