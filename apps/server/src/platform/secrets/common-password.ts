import { dictionary } from '@zxcvbn-ts/language-common'
import type { z } from 'zod'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** Whether a password is among those that are tried first, however it is capitalised. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/** The same passwords without the common ones. */
export const uncommon = <Schema extends z.ZodType<string>>(schema: Schema): Schema =>
  schema.refine((password) => !isCommonPassword(password), { params: { rule: 'commonPassword' } })
