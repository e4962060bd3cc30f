import type { FastifyInstance } from 'fastify'
import type { TestProvider } from '../../../platform/outside/test-identity-provider.ts'

/** Where a browser was led in the end: what the login screen's address says behind the #. */
export type Back = { readonly code: string; readonly failure: string | null }

const backOf = (location: string): Back => {
  const answerParams = new URLSearchParams(new URL(location, 'https://mimamori.example').hash.slice(1))
  return { code: answerParams.get('ssoCode') ?? '', failure: answerParams.get('ssoFailure') }
}

/** Cookies of one host by name; what a browser forgets is gone. */
const jar = () => {
  const cookies = new Map<string, string>()
  return {
    take: (lines: readonly string[]) => {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    },
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

/** Walks as a browser does between the product and the provider, with cookies of its own for each. */
export const browseAt = (app: FastifyInstance, provider: TestProvider, remoteAddress = '127.0.0.1') => {
  const [ours, theirs] = [jar(), jar()]
  const visited: string[] = []

  const ask = async (path: string) => {
    visited.push(path)
    const answer = await app.inject({ method: 'GET', url: path, remoteAddress, headers: { cookie: ours.header() } })
    ours.take([answer.headers['set-cookie'] ?? []].flat())
    if (answer.statusCode !== 302) throw new Error(`${path} answers ${answer.statusCode}`)
    return String(answer.headers.location)
  }

  const askThere = async (path: string, form?: URLSearchParams) => {
    const url = new URL(path, provider.issuer)
    visited.push(url.href)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: theirs.header() },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    theirs.take(answer.headers.getSetCookie())
    return answer.headers.get('location') ?? ''
  }

  const start = async (query: string) => backOf(await ask(`/api/Authenticate/Sso?${query}`))

  /**
   * Signs in there as somebody, or gives up (null), by an address changed on the way; answers the one that leads back. A provider with
   * an open session may lead back without asking.
   */
  const signInUpTo = async (query: string, name: string | null, change: (there: URL) => void = () => undefined) => {
    const there = new URL(await ask(`/api/Authenticate/Sso?${query}`))
    change(there)
    const next = await askThere(there.href)
    const form = name === null ? { cancel: '1' } : { login: name }
    const hasLoginPage = next.includes('/login/')
    const { pathname, search } = new URL(hasLoginPage ? await askThere(await askThere(next, new URLSearchParams(form))) : next)
    return pathname + search
  }

  const open = async (path: string) => {
    const location = await ask(path)
    visited.push(location)
    return backOf(location)
  }

  return {
    visited,
    start,
    signInUpTo,
    open,
    signIn: async (query: string, name: string | null) => open(await signInUpTo(query, name)),
    /** Exchanges a code, as the console does. */
    redeem: async (code: string) => {
      const headers = { cookie: ours.header() }
      const answer = await app.inject({ method: 'POST', url: '/api/Authenticate/Sso', headers, payload: { code } })
      ours.take([answer.headers['set-cookie'] ?? []].flat())
      return { status: answer.statusCode, body: answer.json<unknown>() }
    },
  }
}
