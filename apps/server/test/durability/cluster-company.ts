import { setTimeout as after } from 'node:timers/promises'
import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { makeUser } from '../../src/shared/organisation/test-factories.ts'
import { openStream } from '../../src/platform/http/test-stream.ts'
import { nodeOf } from './cluster-nodes.ts'
import { type Crew, type CrewOptions, makeCrew } from './crew.ts'
import { type Answers, messagesOf, sendUntilAcknowledged } from './http-senders.ts'

const password = 'Cluster-1234'
const patienceMs = 600_000

type Answer = { readonly status: number; readonly body: unknown }

const ask = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text }
}

/** A customer on one node of the cluster: a crew that sends, and an administrator who looks. */
export class ClusterCompany {
  readonly crew: Crew
  readonly node: string
  readonly answers: Answers = new Map()
  acknowledged = 0
  /** Of a session that was opened before anything happened. */
  headers = { authorization: '' }
  readonly #loginId: string
  #stream: Awaited<ReturnType<typeof openStream>> | undefined

  private constructor(crew: Crew, node: string, loginId: string) {
    this.crew = crew
    this.node = node
    this.#loginId = loginId
  }

  static async found({ db, pool }: DatabaseConnection, options: CrewOptions): Promise<ClusterCompany> {
    const crew = await makeCrew(db, options)
    const loginId = `keeper-${options.seed}`
    await makeUser(
      db,
      'AdminUnitContract',
      { company_id: crew.companyId, office_id: crew.officeId },
      { login_id: loginId, password, email: `${loginId}@example.jp` },
    )
    return new ClusterCompany(crew, await nodeOf(pool, crew.companyId), loginId)
  }

  /** Sends the crew's whole day, message by message at a pace, every gateway on its own; those not acknowledged again. */
  async sendDay(urls: readonly string[], gateways: number, paceMs: number): Promise<void> {
    const send = (index: number) => ({
      url: urls[index % urls.length] ?? '',
      answers: this.answers,
      patienceMs,
      onAcknowledged: () => void (this.acknowledged += 1),
    })
    await sendUntilAcknowledged(this.crew.key.bearer, this.crew.heat, send(0))
    await Promise.all(
      messagesOf(this.crew, gateways).map(async (messages, gateway) => {
        for (const message of messages) {
          const due = after(paceMs)
          await sendUntilAcknowledged(this.crew.key.bearer, message, send(gateway))
          await due
        }
      }),
    )
  }

  /** The status of an attempt to sign in; the session is kept where it succeeded. */
  async signIn(url: string): Promise<number> {
    const { status, body } = await ask(`${url}/api/Authenticate/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: this.#loginId, password }),
    })
    if (status === 200) this.headers = { authorization: `Bearer ${(body as { token: string }).token}` }
    return status
  }

  /** What a reading, the list of conditions and an attempt to sign in are answered just now. */
  async statuses(url: string): Promise<Record<'sender' | 'list' | 'signIn', number>> {
    const sender = await ask(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: this.crew.key.bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: this.crew.heat }),
    })
    const list = await ask(`${url}/api/HealthCondition?limit=20`, { headers: this.headers })
    return { sender: sender.status, list: list.status, signIn: await this.signIn(url) }
  }

  /** Opens a stream that stays, as a console does. */
  async listen(url: string): Promise<void> {
    this.#stream = await openStream(`${url}/api/live`, this.headers)
  }

  /** How often the open stream has sent news of people so far, or that nothing can be read. */
  heard(event: 'condition' | 'away'): number {
    return this.#stream?.events.filter((one) => one.event === event).length ?? 0
  }

  hangUp(): void {
    this.#stream?.close()
  }

  /** Whether news of people comes over a stream that is opened now. */
  async hearsNews(url: string): Promise<boolean> {
    const stream = await openStream(`${url}/api/live`, this.headers)
    const found = await stream.find(({ event }) => event === 'condition', 20_000).catch(() => undefined)
    stream.close()
    return found !== undefined
  }
}
