import { onTestFinished } from 'vitest'
import { sessionStore } from '../../platform/api.ts'

/** A session that a test begins for an account and ends as another tab, or the server's refusal, would. */
export const testSession = {
  begin: (account: number): void => {
    onTestFinished(() => {
      sessionStore.clear()
      sessionStorage.clear()
    })
    sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: account }))}.x`, refreshToken: 'x' })
  },
  end: (): void => {
    localStorage.removeItem('token')
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  },
}
