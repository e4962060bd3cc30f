import { type CheckQuestion, readCheckQuestions } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { readSettingsOf } from '../../shared/settings/settings.ts'

const wanted = { questions: ['MORNING_CHECK_SETTING', 'QUESTIONS'] } as const

/** The questions in force at a site: its own, else its company's, else those of the product. None where they are all turned off. */
export const readQuestions = async ({ pool, log }: Pick<Context, 'pool' | 'log'>, office: OfficeKey): Promise<CheckQuestion[]> => {
  const { questions } = await readSettingsOf(pool, log, office, wanted)
  return [...(readCheckQuestions(questions.value) ?? [])]
}
