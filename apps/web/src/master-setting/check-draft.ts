import { type CheckQuestion, mostCheckQuestions, standardChecks } from '@mimamori/contract/check-questions'
import { z } from 'zod'

// As it is typed: a text may still be empty, which the save refuses in words.
const Text = z.record(z.string(), z.string())
const Draft = z.array(
  z.object({
    key: z.string(),
    counts: z.enum(['poor', 'fair', 'none']),
    text: Text.optional(),
    choices: z.object({ good: Text, fair: Text.optional(), poor: Text }).optional(),
  }),
)
export type DraftQuestion = z.infer<typeof Draft>[number]
export type DraftText = z.infer<typeof Text>

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

/** The questions of a setting while they are edited. */
export const draftOf = (text: string): DraftQuestion[] => Draft.safeParse(parse(text)).data ?? []

/** The setting's text: the product's questions in their order, then own ones. */
export const textOfDraft = (questions: readonly DraftQuestion[]): string => {
  const placeOf = ({ key }: DraftQuestion) => {
    const place = standardChecks.findIndex((standard) => standard === key)
    return place < 0 ? standardChecks.length : place
  }
  return JSON.stringify(questions.toSorted((one, other) => placeOf(one) - placeOf(other)))
}

/** A text with its words in a language; without words in it, it falls away. */
export const withWords = (text: DraftText, language: string, words: string): DraftText => {
  const { [language]: _, ...others } = text
  return words === '' && language !== 'ja' ? others : { ...others, [language]: words }
}

/** The questions with a new own one of two choices, or the same where there is no room. */
export const withOwnQuestion = (questions: readonly DraftQuestion[]): DraftQuestion[] => {
  const key = Array.from({ length: 9 }, (_, index) => `own${index + 1}`).find((free) => questions.every((one) => one.key !== free))
  if (key === undefined || questions.length >= mostCheckQuestions) return [...questions]
  return [...questions, { key, counts: 'poor', text: { ja: '' }, choices: { good: { ja: '' }, poor: { ja: '' } } }]
}

/** From which answer on a question counts, in words. */
export const countNames: Readonly<Record<CheckQuestion['counts'], string>> = {
  poor: '悪い答えで要注意',
  fair: '中間の答えから要注意',
  none: '要注意にしない',
}
