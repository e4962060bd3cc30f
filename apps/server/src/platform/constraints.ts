import { message, uniqueValueNames } from '@mimamori/contract'
import { badRequest, type Refusal } from './errors.ts'

const uniqueViolation = '23505'

/** The name of the constraint that refused a write; undefined where the error is another one. */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined
  return typeof error.code === 'string' && error.code.startsWith('23') && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}

/** The refusal (400 with E009) for a value that is taken; undefined for any other error. */
export const takenRefusal = (error: unknown): Refusal | undefined => {
  const constraint = violatedConstraint(error)
  const field = constraint === undefined ? undefined : uniqueValueNames[constraint]
  if (field === undefined || (error as { code?: unknown }).code !== uniqueViolation) return undefined
  return badRequest(message('E009', { field }))
}
