// Asks what the home asked first at its last opening, while the console's code is still on its way: its calls then find an answer
// (first-calls.ts). A file of its own, since the content security policy allows no inline script. It knows addresses alone, of the
// account that is signed in; they go with the session.
const soonMs = 5_000
// All calls of all tabs wait for the lock.
const longestRenewalMs = 20_000

const claimsOf = (token) => JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
const isOver = ({ exp }) => exp * 1_000 < Date.now() + soonMs

/** As api.ts does it, under the same lock: one tab at a time. */
const renew = (token) =>
  navigator.locks.request('mimamori-refresh', async () => {
    const current = localStorage.getItem('token')
    if (current !== token) return current
    const response = await fetch('/api/Authenticate/refresh', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken: token, refreshToken: localStorage.getItem('refreshToken') }),
      signal: AbortSignal.timeout(longestRenewalMs),
    })
    if (!response.ok) throw new Error('refused')
    const renewed = await response.json()
    // Somebody may have signed out meanwhile.
    if (localStorage.getItem('token') !== token) throw new Error('ended')
    localStorage.setItem('token', renewed.token)
    localStorage.setItem('refreshToken', renewed.refreshToken)
    return renewed.token
  })

try {
  const token = localStorage.getItem('token')
  const { account, paths } = JSON.parse(localStorage.getItem('firstCalls'))
  const claims = claimsOf(token)
  if (location.pathname === '/home' && String(claims.sub) === account && 'locks' in navigator) {
    const renewed = isOver(claims) ? renew(token) : Promise.resolve(token)
    const ask = async (path) => fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${await renewed}` } })
    const answers = new Map(paths.map((path) => [path, ask(path)]))
    globalThis.firstAnswers = { account, answers }
    // Each is asked again where it failed.
    for (const answer of answers.values()) answer.catch(() => undefined)
  }
} catch {}
