import { labels } from '@mimamori/contract/labels'
import type { FieldErrors } from '../kit/form/check.ts'
import { AnswerError } from '../platform/call-error.ts'

/** The faults of an answer by field: each line begins with the field's label. Undefined where one is of no field. */
export const fieldFaults = (error: unknown): FieldErrors | undefined => {
  if (!(error instanceof AnswerError) || error.status !== 400) return undefined
  const faults = error.lines.map(({ text }) => {
    const field = Object.entries(labels.identityProvider).find(([, label]) => text.startsWith(`${label}：`))
    return field === undefined ? undefined : ([field[0], text.slice(field[1].length + 1)] as const)
  })
  return faults.every((fault) => fault !== undefined) ? Object.fromEntries(faults) : undefined
}
