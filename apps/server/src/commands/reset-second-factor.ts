import { resetLogin } from '../features/session/second-factor/reset-login.ts'
import { accountCommand } from './account-command.ts'

const lines = {
  reset: '二段階認証を外しました / second factor taken away',
  none: '二段階認証は設定されていません / no second factor',
} as const

/** Takes a lost second factor away. */
export const resetSecondFactor = accountCommand(async (context, loginId) => {
  const outcome = await resetLogin(context, loginId)
  return outcome === 'unknown' ? undefined : `${lines[outcome]}: ${loginId}`
})
