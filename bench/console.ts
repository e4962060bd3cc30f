import { setTimeout as after } from 'node:timers/promises'
import { type Crowd, minuteOfReadings } from './fill.ts'
import type { Product } from './product.ts'

/** What the calls of one who is signed in carry. */
export type SignedInHeaders = { readonly authorization: string }

/** Signs in, as the service-unit administrator unless asked otherwise, and hands back what requests carry. */
export const signIn = async (product: Product, username = 'admin'): Promise<SignedInHeaders> => {
  const answer = await fetch(`${product.url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Bench-1234' }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/**
 * Milliseconds each of `requests` calls took, so many under way at once; a list of addresses, or of people signed in, gives
 * each lane its own.
 * @param bodies are posted, one after another
 */
export const timeCalls = async (
  urls: string | readonly string[],
  headers: SignedInHeaders | readonly SignedInHeaders[],
  requests: number,
  atOnce: number,
  bodies: readonly object[] = [],
): Promise<number[]> => {
  const times: number[] = []
  const addresses = [urls].flat()
  const people = [headers].flat()
  let left = requests
  const lane = async (_: unknown, n: number) => {
    const url = addresses[n % addresses.length] ?? ''
    const own = people[n % people.length]
    while (left-- > 0) {
      const body = bodies[left % bodies.length]
      const posted = { method: 'POST', headers: { 'content-type': 'application/json', ...own }, body: JSON.stringify(body) }
      const started = performance.now()
      const answer = await fetch(url, body === undefined ? { headers: { ...own } } : posted)
      await answer.text()
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return times
}

/** Reads a server-sent event stream and passes each event's name and data on. */
export const listen = async (
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  onEvent: (name: string, data: string) => void,
) => {
  const answer = await fetch(url, { headers, signal })
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`)
  let text = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const name = /^event: ?(.*)$/m.exec(block)?.[1]
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((line) => line[1]).join('\n')
      if (name !== undefined) onEvent(name, data)
    }
  }
}

/**
 * Milliseconds from a reading leaving its sender to its row arriving at a listening console, at so many readings a
 * second, ten times a second. Each reading carries its own time, by which the row is known again.
 */
export const liveLatencies = async (product: Product, crowd: Crowd, perSecond: number, seconds: number): Promise<number[]> => {
  const headers = await signIn(product)
  const stop = new AbortController()
  const sentAt = new Map<string, number>()
  const latencies: number[] = []
  const listening = listen(`${product.url}/api/live`, headers, stop.signal, (name, data) => {
    if (name !== 'condition') return
    const now = performance.now()
    for (const row of JSON.parse(data) as { userId: number; alertTime: string | null }[]) {
      if (row.alertTime === null) continue
      const key = `${row.userId}/${Date.parse(row.alertTime)}`
      const sent = sentAt.get(key)
      if (sent !== undefined) latencies.push(now - sent)
      sentAt.delete(key)
    }
  }).catch((error: Error) => {
    if (!stop.signal.aborted) throw error
  })
  await after(500)
  const users = await product.pool.query<{ user_id: number; serial: string }>(
    `select w.user_id, d.serial from wear w join device d on d.company_id = w.company_id and d.device_id = w.device_id
      where d.company_id = $1 and d.office_id = $2`,
    [crowd.companyId, crowd.officeId],
  )
  const userOf = new Map(users.rows.map((row) => [row.serial, row.user_id]))
  const part = perSecond / 10
  let next = 0
  const posts: Promise<unknown>[] = []
  for (let turn = 0; turn < seconds * 10; turn++) {
    const at = new Date()
    const workers = Array.from({ length: part }, (_, n) => ((next + n) % crowd.workers) + 1)
    next += part
    for (const worker of workers) sentAt.set(`${userOf.get(String(worker))}/${at.getTime()}`, performance.now())
    posts.push(
      fetch(`${product.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: minuteOfReadings(workers, at, turn) }),
      }).then((answer) => answer.text()),
    )
    await after(100)
  }
  await Promise.all(posts)
  await after(2_000)
  stop.abort()
  await listening
  // What never arrived counts as the worst, or losing events would make the figure better.
  return [...latencies, ...Array.from(sentAt.values(), () => Number.POSITIVE_INFINITY)]
}
