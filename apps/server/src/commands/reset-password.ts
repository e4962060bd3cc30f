import { resetPassword } from '../features/session/reset-password.ts'
import { accountCommand } from './account-command.ts'

/** Gives an account a new password, printed once. */
export const resetPasswordAtServer = accountCommand(async (context, loginId) => {
  const password = await resetPassword(context, loginId)
  if (password === undefined) return undefined
  return [
    `新しいパスワード / new password: ${password}`,
    `表示はこの一度だけです。次のログインで変更が必要です / shown this once; to be changed at the next sign-in: ${loginId}`,
  ].join('\n')
})
