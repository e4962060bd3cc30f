import { z } from 'zod'
import { type Language, languages } from './language.ts'
import { isAmong } from './typed-lists.ts'

/** Answers from best to worst; a question of two choices has no `fair`. */
export const checkValues = ['good', 'fair', 'poor'] as const
export type CheckValue = (typeof checkValues)[number]

/** The questions that the product brings, with texts in every language; all but water have three choices. */
export const standardChecks = ['sleep', 'breakfast', 'alcohol', 'illness', 'water'] as const
export type StandardCheck = (typeof standardChecks)[number]

/** The customer's figure. */
export const mostCheckQuestions = 5

const short = z.string().trim().min(1).max(40)
/** A company's own text: in Japanese, and in whichever other languages it has been translated to. */
const OwnText = z.strictObject({
  ja: short,
  ...Object.fromEntries(languages.filter((language) => language !== 'ja').map((language) => [language, short.optional()])),
}) as unknown as z.ZodType<OwnText>
export type OwnText = { readonly ja: string } & { readonly [Other in Language]?: string | undefined }

/** From which answer on somebody is 要注意: a poor one, a fair one too, or none. */
const counts = z.enum(['poor', 'fair', 'none'])

const StandardQuestion = z.strictObject({ key: z.enum(standardChecks), counts })
const OwnQuestion = z.strictObject({
  key: z.string().regex(/^own[1-9]$/),
  counts,
  text: OwnText,
  choices: z.strictObject({ good: OwnText, fair: OwnText.optional(), poor: OwnText }),
})
export type OwnQuestion = z.infer<typeof OwnQuestion>

/** A question of the morning check. One of the company's own brings its texts. */
export const CheckQuestion = z.union([StandardQuestion, OwnQuestion])
export type CheckQuestion = z.infer<typeof CheckQuestion>

export const CheckQuestions = z
  .array(CheckQuestion)
  .max(mostCheckQuestions)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length)

/** Whether the product brings the question's texts. */
export const isStandardCheck = (key: string): key is StandardCheck => isAmong(standardChecks, key)

/** The choices of a question, best first. */
export const choicesOf = (question: CheckQuestion): readonly CheckValue[] => {
  const hasFair = 'choices' in question ? question.choices.fair !== undefined : question.key !== 'water'
  return checkValues.filter((value) => hasFair || value !== 'fair')
}

/** Whether an answer makes somebody 要注意. */
export const doesCount = ({ counts: from }: Pick<CheckQuestion, 'counts'>, value: CheckValue): boolean =>
  from !== 'none' && (value === 'poor' || (value === 'fair' && from === 'fair'))

/** All that the product brings, a poor answer of each of which counts. */
export const standardQuestions: readonly CheckQuestion[] = standardChecks.map((key) => ({ key, counts: 'poor' }))

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The questions that a setting's text holds; undefined where it holds none that can be read. */
export const readCheckQuestions = (text: string): readonly CheckQuestion[] | undefined => CheckQuestions.safeParse(readJson(text)).data

/** The text of a setting that holds these questions. */
export const writeCheckQuestions = (questions: readonly CheckQuestion[]): string => JSON.stringify(questions)
