import type { FieldErrors } from '../kit/form/check.ts'

type Passwords = { readonly newPassword?: string | null | undefined; readonly confirmNewPassword?: string | null | undefined }

const isEmpty = (text: string | null | undefined) => text === undefined || text === null || text === ''

/** Both new passwords empty breaks no rule for passwords (spec §5); that they are wanted is what there is to say. */
export const requiredWhereBothEmpty = (errors: FieldErrors, { newPassword, confirmNewPassword }: Passwords): FieldErrors => {
  if (!isEmpty(newPassword) || !isEmpty(confirmNewPassword)) return errors
  return { ...errors, newPassword: 'この項目は必須です。', confirmNewPassword: 'この項目は必須です。' }
}
