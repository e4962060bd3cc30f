import { createRequire } from 'node:module'
import type * as languageCommon from '@zxcvbn-ts/language-common'
import type { z } from 'zod'

const require = createRequire(import.meta.url)

let common: ReadonlySet<string> | undefined

/** Loaded when the first password is looked for: they take 3 MB. */
const commonPasswords = (): ReadonlySet<string> => {
  if (common === undefined) {
    const { dictionary } = require('@zxcvbn-ts/language-common') as typeof languageCommon
    common = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
  }
  return common
}

/** Whether a password is among those that are tried first, however it is capitalised. */
export const isCommonPassword = (password: string): boolean => commonPasswords().has(password.toLowerCase())

/** The same passwords without the common ones. */
export const uncommon = <Schema extends z.ZodType<string>>(schema: Schema): Schema =>
  schema.refine((password) => !isCommonPassword(password), { params: { rule: 'commonPassword' } })
