import type { Configuration } from 'openid-client'
import type { Context } from '../../../platform/context.ts'
import { fetchFailure } from '../../../platform/outside/fetch-failure.ts'
import { openSecret, type StoredProvider } from './provider-store.ts'
import { talkTo } from './talk.ts'

// Strangers may begin sign-ins, and must not make the server call a provider each time.
const goodMs = 10 * 60_000
const failedMs = 30_000

type CachedProvider = { readonly key: string; readonly talk: Promise<Configuration | undefined>; until: number }

export type Talks = {
  /** Ready to talk to a company's provider; undefined where that fails, which is on the log. */
  readonly with: (provider: StoredProvider) => Promise<Configuration | undefined>
}

/** What providers say of themselves, kept a while; one entry a company. */
export const createProviderCache = ({ config, clock, log }: Pick<Context, 'config' | 'clock' | 'log'>): Talks => {
  const cached = new Map<number, CachedProvider>()

  const begin = async (provider: StoredProvider): Promise<Configuration | undefined> => {
    const { companyId, issuer, clientId } = provider
    const clientSecret = openSecret(config, provider)
    if (clientSecret === undefined) {
      log.warn({ companyId }, 'the secret of a provider of single sign-on cannot be read any more; it must be entered again')
      return undefined
    }
    try {
      return await talkTo(config, { issuer, clientId, clientSecret })
    } catch (error) {
      log.warn({ companyId, reason: fetchFailure(error) }, 'a provider of single sign-on does not answer')
      return undefined
    }
  }

  return {
    with: async (provider) => {
      const { companyId, issuer, clientId, sealedSecret } = provider
      const key = [issuer, clientId, sealedSecret.toString('base64')].join(' ')
      const now = clock().getTime()
      const last = cached.get(companyId)
      if (last !== undefined && last.key === key && last.until > now) return last.talk
      const entry: CachedProvider = { key, talk: begin(provider), until: now + goodMs }
      cached.set(companyId, entry)
      const talk = await entry.talk
      if (talk === undefined) entry.until = now + failedMs
      return talk
    },
  }
}
