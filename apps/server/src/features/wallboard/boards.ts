import type { ServerResponse } from 'node:http'
import { Wallboard, type OfficeNow } from '@mimamori/contract'
import { reachableCompanies } from '../../shared/cluster-health/reachable-companies.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { noteLinkUse } from '../../shared/access-keys/office-link.ts'
import type { Context } from '../../platform/context.ts'
import { Refusal, reasonOf } from '../../platform/errors.ts'
import { eventText } from '../../platform/http/event-stream.ts'
import type { Reader } from '../../platform/http/route.ts'
import { readBoard, readSite } from './board.ts'
import { findLiving } from './readers.ts'

/** How often each thing is done. A link that is taken back, and a session that is over, shows nothing more within a second. */
export const boardPace = { alertsEveryMs: 100, atMostEveryMs: 700, atLeastEveryMs: 10_000, siteEveryMs: 10_000, checkEveryMs: 500 }
const noteUseEveryMs = 60_000
// A screen that reads more slowly should reconnect: it then gets the board once, as it is.
const mostWaitingBytes = 1_000_000

type Screen = { readonly reader: Reader; readonly response: ServerResponse }
type Open = {
  readonly office: OfficeKey
  readonly screens: Set<Screen>
  timer: NodeJS.Timeout | undefined
  dueAt: number
  readAt: number
  /** How long the last reading took, ms. */
  tookMs: number
  site: OfficeNow | undefined
  siteReadAt: number
  usedAt: number
  isReading: boolean
  /** When what was announced during a reading is to be read; undefined where nothing was. */
  nextAt: number | undefined
}

const nothingRead = (office: OfficeKey): Open => ({
  office,
  screens: new Set(),
  timer: undefined,
  dueAt: 0,
  readAt: 0,
  tookMs: 0,
  site: undefined,
  siteReadAt: 0,
  usedAt: 0,
  isReading: false,
  nextAt: undefined,
})

const nameOf = ({ companyId, officeId }: OfficeKey) => `${companyId}/${officeId}`

/**
 * The open boards of one process: each office's is read once for all of its screens. What changes is read at once where the last
 * reading is long enough ago: of people no more often than others can see, of alerts sooner, but so that a reading in a flood of them is
 * followed by a rest twice as long.
 */
export class Boards {
  readonly #context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>
  readonly #pace: typeof boardPace
  readonly #open = new Map<string, Open>()
  #isClosed = false

  constructor(context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>, pace = boardPace) {
    this.#context = context
    this.#pace = pace
  }

  add(office: OfficeKey, screen: Screen): void {
    // Gone while it was let in: its end was reported already.
    if (this.#isClosed || screen.response.destroyed) return void screen.response.end()
    const open = this.#open.get(nameOf(office)) ?? nothingRead(office)
    this.#open.set(nameOf(office), open)
    open.screens.add(screen)
    screen.response.on('close', () => this.#leave(open, screen))
    this.#schedule(open, open.readAt + this.#pace.atMostEveryMs)
  }

  /** Something changed at an office; `isAlert` for one of its alerts. */
  changed(office: OfficeKey, isAlert = false): void {
    const open = this.#open.get(nameOf(office))
    if (open !== undefined) this.#schedule(open, open.readAt + (isAlert ? this.#alertsEveryMs(open) : this.#pace.atMostEveryMs))
  }

  /** Anything may have changed. */
  changedAll(): void {
    for (const open of this.#open.values()) this.#schedule(open, open.readAt + this.#pace.atMostEveryMs)
  }

  /** Ends the streams of links that were revoked, and of sessions that are over. */
  async dismiss(): Promise<void> {
    const screens = [...this.#open.values()].flatMap(({ office, screens: open }) => [...open].map((screen) => ({ ...screen, office })))
    if (screens.length === 0) return
    const { db, pool, clock } = this.#context
    // Nothing is known of companies on a lost node of a cluster: their screens stay, and receive nothing meanwhile.
    const atHand = await reachableCompanies(pool)
    const reachable = screens.filter(({ reader }) => atHand === null || atHand.includes(reader.companyId))
    const living = await findLiving(db, reachable, clock())
    for (const screen of reachable) if (!living.has(screen)) this.#turnAway(screen)
  }

  close(): void {
    this.#isClosed = true
    for (const open of this.#open.values()) {
      clearTimeout(open.timer)
      for (const { response } of open.screens) response.end()
    }
    this.#open.clear()
  }

  #leave(open: Open, screen: Screen): void {
    open.screens.delete(screen)
    if (open.screens.size > 0) return
    clearTimeout(open.timer)
    this.#open.delete(nameOf(open.office))
  }

  #alertsEveryMs({ tookMs }: Open): number {
    return Math.min(this.#pace.atMostEveryMs, Math.max(this.#pace.alertsEveryMs, 3 * tookMs))
  }

  #schedule(open: Open, dueAt: number): void {
    if (this.#isClosed || this.#open.get(nameOf(open.office)) !== open) return
    if (open.isReading) {
      open.nextAt = Math.min(dueAt, open.nextAt ?? dueAt)
      return
    }
    // More news never puts off a reading that is due earlier.
    if (open.timer !== undefined && open.dueAt <= dueAt) return
    clearTimeout(open.timer)
    open.dueAt = dueAt
    const wait = dueAt - Date.now()
    if (wait <= 0) void this.#tell(open)
    else open.timer = setTimeout(() => void this.#tell(open), wait).unref()
  }

  async #tell(open: Open): Promise<void> {
    open.timer = undefined
    open.isReading = true
    // What is announced in the same turn of the event loop is read together.
    await new Promise(setImmediate)
    if (this.#isClosed) return
    open.nextAt = undefined
    open.readAt = Date.now()
    try {
      await this.#send(open)
      if (Date.now() - open.usedAt >= noteUseEveryMs) {
        open.usedAt = Date.now()
        await this.#noteUse(open)
      }
    } catch (error) {
      if (error instanceof Refusal) for (const screen of open.screens) this.#turnAway(screen)
      else this.#context.log.warn({ reason: reasonOf(error) }, 'a wallboard could not be read')
    } finally {
      open.isReading = false
      open.tookMs = Date.now() - open.readAt
      this.#schedule(open, open.nextAt ?? Date.now() + this.#pace.atLeastEveryMs)
    }
  }

  /** The links on screens were used. */
  async #noteUse({ office, screens }: Open): Promise<void> {
    const links = [...screens].flatMap(({ reader }) => reader.linkId ?? [])
    await noteLinkUse(this.#context.pool, office.companyId, links, this.#context.clock())
  }

  #turnAway({ response }: Screen): void {
    if (response.writableEnded) return
    response.write(eventText('revoked', '{}'))
    response.end()
  }

  async #send(open: Open): Promise<void> {
    if (open.site === undefined || Date.now() - open.siteReadAt >= this.#pace.siteEveryMs) {
      open.site = await readSite(this.#context, open.office)
      open.siteReadAt = Date.now()
    }
    const board = await readBoard(this.#context, open.office, open.site)
    const text = eventText('board', JSON.stringify(Wallboard.parse(board)))
    for (const { response } of open.screens) {
      if (response.destroyed || response.writableEnded) continue
      response.write(text)
      if (response.writableLength > mostWaitingBytes) response.destroy()
    }
  }
}
