import { type CheckQuestion, type CheckValue, isStandardCheck, type StandardCheck } from './check-questions.ts'

/** The one character by which a question is known at a glance. */
const marks: Record<StandardCheck, string> = { sleep: '睡', breakfast: '食', alcohol: '酒', illness: '体', water: '水' }

/** What an answer that counts says, for leaders. */
const found: Record<StandardCheck, Partial<Record<CheckValue, string>>> = {
  sleep: { poor: '睡眠 4時間未満', fair: '睡眠 4〜6時間' },
  breakfast: { poor: '朝食なし', fair: '朝食 少し' },
  alcohol: { poor: '酒 多め', fair: '酒 少し' },
  illness: { poor: '体調 悪い', fair: '体調 ふつう' },
  water: { poor: '水分まだ' },
}

/** What a leader does about it, the gravest first. Project choice, decisions/0135. */
const advice: readonly (readonly [StandardCheck, string])[] = [
  ['illness', '作業の前に顔色を見て、受診も考える'],
  ['alcohol', '酒が残っていないか確かめ、始める前に水を1杯。10時に様子を見る'],
  ['sleep', '足場の高い所を避け、早めに休ませる'],
  ['breakfast', '何か食べてから始め、早めに休ませる'],
  ['water', '始める前に水を1杯。10時に様子を見る'],
]

/** The character of a question: of one of the company's own, the first of its text. */
export const checkMarkOf = (question: CheckQuestion): string =>
  'text' in question ? (Array.from(question.text.ja)[0] ?? '') : marks[question.key]

/** An answer in a few words: 睡眠 4時間未満. */
export const checkAnswerInWords = (question: CheckQuestion, value: CheckValue): string =>
  'text' in question ? `${question.text.ja} ${question.choices[value]?.ja ?? ''}` : (found[question.key][value] ?? '')

/** What to do about the answers that count, by their keys. */
export const checkAdvice = (counted: readonly string[]): string =>
  advice.find(([key]) => counted.includes(key))?.[1] ?? (counted.some((key) => !isStandardCheck(key)) ? '作業の前に話を聞く' : '')
