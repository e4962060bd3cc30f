import { unlockLogin } from '../features/session/unlock-login.ts'
import { accountCommand } from './account-command.ts'

const lines = { unlocked: 'ロックを解除しました / unlocked', notLocked: 'ロックされていません / not locked' } as const

/** Lets an account in again that wrong passwords have locked. */
export const unlock = accountCommand(async (context, loginId) => {
  const outcome = await unlockLogin(context, loginId)
  return outcome === 'unknown' ? undefined : `${lines[outcome]}: ${loginId}`
})
