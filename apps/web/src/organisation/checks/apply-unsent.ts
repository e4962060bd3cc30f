import { type CheckQuestion, doesCount } from '@mimamori/contract/check-questions'
import { CheckDraft, CheckFollowUp, type CheckRow, morningCheck } from '@mimamori/contract/morning-check'
import type { StoredAction } from '../../platform/action-queue/action-store.ts'

/** A person's check as it is once what was done here has reached the server. */
export type ShownCheck = CheckRow & { readonly isUnsent: boolean }

const countedBy = (questions: readonly CheckQuestion[], answers: NonNullable<CheckRow['answers']>): string[] =>
  questions.flatMap((question) => {
    const value = answers[question.key]
    return value !== undefined && doesCount(question, value) ? [question.key] : []
  })

const withAnswers = (row: CheckRow, questions: readonly CheckQuestion[], action: StoredAction): CheckRow | undefined => {
  const { data: draft } = CheckDraft.safeParse(action.input.body)
  if (draft?.userId !== row.userId) return undefined
  const counted = draft.refused ? [] : countedBy(questions, draft.answers)
  return {
    ...row,
    state: draft.refused ? 'refused' : 'answered',
    answers: draft.refused ? null : draft.answers,
    counted,
    attention: counted.length > 0,
    answeredAt: action.at,
  }
}

const withFollowUp = (row: CheckRow, action: StoredAction, by: string): CheckRow | undefined => {
  const { data: draft } = CheckFollowUp.safeParse(action.input.body)
  if (draft?.userId !== row.userId) return undefined
  return draft.done === 'talked'
    ? { ...row, talkedAt: action.at, talkedBy: by }
    : { ...row, movedAt: action.at, movedBy: by, movedTo: draft.movedTo }
}

/** The rows with what waits in this browser, done by `by`. */
export const withUnsentChecks = (
  rows: readonly CheckRow[],
  questions: readonly CheckQuestion[],
  actions: readonly StoredAction[],
  by: string,
): ShownCheck[] =>
  rows.map((row) => {
    let shown: ShownCheck = { ...row, isUnsent: false }
    for (const action of actions) {
      const next =
        action.path === morningCheck.answer.path
          ? withAnswers(shown, questions, action)
          : action.path === morningCheck.followUp.path
            ? withFollowUp(shown, action, by)
            : undefined
      if (next !== undefined) shown = { ...next, isUnsent: true }
    }
    return shown
  })
