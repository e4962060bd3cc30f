import { message, uniqueValueNames } from '@mimamori/contract'
import { badRequest, codeOf, type Refusal } from '../errors.ts'

const uniqueViolation = '23505'

// A cluster names the constraint of the piece where the row lies, by its number behind the name, and in its message alone.
const pieceNumber = /_\d{6,}$/
const namedInMessage = /constraint "([^"]+)"/

/** The name of the constraint that refused a write; undefined where the error is another one. */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (typeof error.code !== 'string' || !error.code.startsWith('23')) return undefined
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return namedInMessage.exec(error.message)?.[1]?.replace(pieceNumber, '')
}

/** The refusal (400 with E009) for a value that is taken; undefined for any other error. */
export const takenRefusal = (error: unknown): Refusal | undefined => {
  const constraint = violatedConstraint(error)
  const field = constraint === undefined ? undefined : uniqueValueNames[constraint]
  if (field === undefined || codeOf(error) !== uniqueViolation) return undefined
  return badRequest(message('E009', { field }))
}
