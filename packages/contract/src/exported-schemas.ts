import { z } from 'zod'
import * as contract from './index.ts'

/** The contract's schemas under the names that it exports them by. */
export const exportedSchemas = (): Map<z.ZodType, string> => {
  const named = new Map<z.ZodType, string>()
  for (const [name, value] of Object.entries(contract))
    if (value instanceof z.ZodType && /^[A-Z]/.test(name) && !named.has(value)) named.set(value, name)
  return named
}
