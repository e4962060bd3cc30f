import { pino } from 'pino'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { familyOf, postmasterOf } from './product.ts'

/** A database server of the caller's own, to be taken away at will. Its address stays the same. */
export class OwnDatabase {
  readonly #dataDir: string
  #running: EmbeddedPostgres | undefined
  #frozen: number[] = []
  #url = ''

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  get url(): string {
    return this.#url
  }

  async start(): Promise<void> {
    this.#running = await startEmbeddedPostgres({ dataDir: this.#dataDir, log: pino({ level: 'silent' }) })
    this.#url = this.#running.url
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.#running?.stop()
    this.#running = undefined
  }

  /** Taken away and given back at once. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Halts every process of the server: connections look alive, and nobody answers on them. */
  freeze(): void {
    this.#frozen = familyOf(postmasterOf(this.#dataDir))
    for (const pid of this.#frozen) process.kill(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.#frozen) process.kill(pid, 'SIGCONT')
    this.#frozen = []
  }
}
