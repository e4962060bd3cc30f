import type { FieldErrors } from '../kit/form/check.ts'

type Passwords = { readonly newPassword?: string | null | undefined; readonly confirmNewPassword?: string | null | undefined }

const isEmpty = (text: string | null | undefined) => text === undefined || text === null || text === ''

/** Both new passwords empty is nothing wrong (spec §5), only nothing to do. */
export const unlessBothEmpty = (errors: FieldErrors, draft: Passwords): FieldErrors => {
  if (!isEmpty(draft.newPassword) || !isEmpty(draft.confirmNewPassword)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== 'newPassword' && name !== 'confirmNewPassword'))
}
