import type { ServerResponse } from 'node:http'
import { Wallboard, type OfficeNow } from '@mimamori/contract'
import type { OfficeKey } from '../organisation/keys.ts'
import { noteLinkUse } from '../organisation/wallboard-link.ts'
import type { Context } from '../platform/context.ts'
import { Refusal, tooManyRequests } from '../platform/errors.ts'
import { eventText } from '../platform/event-stream.ts'
import type { Reader } from '../platform/route.ts'
import { readBoard, readSite } from './board.ts'
import { livingPasses, passOf } from './readers.ts'

/** How often each thing is done. */
export const boardPace = { atMostEveryMs: 700, atLeastEveryMs: 10_000, siteEveryMs: 10_000 }
/** Changes within this time are read together. */
const coalesceMs = 150
/** A link that is open so often is not on a screen any more, but on the loose. */
const mostStreamsOfAPass = 20
const noteUseEveryMs = 60_000
// A screen that reads more slowly had better connect anew: it then gets the board once, as it is.
const mostWaitingBytes = 1_000_000

type Screen = { readonly reader: Reader; readonly response: ServerResponse }
type Open = {
  readonly office: OfficeKey
  readonly screens: Set<Screen>
  timer: NodeJS.Timeout | undefined
  dueAt: number
  readAt: number
  site: OfficeNow | undefined
  siteReadAt: number
  usedAt: number
  isReading: boolean
  hasNews: boolean
}

const nothingRead = (office: OfficeKey): Open => ({
  office,
  screens: new Set(),
  timer: undefined,
  dueAt: 0,
  readAt: 0,
  site: undefined,
  siteReadAt: 0,
  usedAt: 0,
  isReading: false,
  hasNews: false,
})

const nameOf = ({ companyId, officeId }: OfficeKey) => `${companyId}/${officeId}`

/** The open boards of one process: each office's is read once for all of its screens, and no more often than people can see. */
export class Boards {
  readonly #context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>
  readonly #pace: typeof boardPace
  readonly #open = new Map<string, Open>()
  #isClosed = false

  constructor(context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>, pace = boardPace) {
    this.#context = context
    this.#pace = pace
  }

  /** @throws Refusal 429 where the reader's link or session is open too often already */
  makeRoom(office: OfficeKey, reader: Reader): void {
    const screens = [...(this.#open.get(nameOf(office))?.screens ?? [])]
    if (screens.filter((screen) => passOf(screen.reader) === passOf(reader)).length >= mostStreamsOfAPass) throw tooManyRequests(60)
  }

  add(office: OfficeKey, screen: Screen): void {
    if (this.#isClosed) return void screen.response.end()
    const open = this.#open.get(nameOf(office)) ?? nothingRead(office)
    this.#open.set(nameOf(office), open)
    open.screens.add(screen)
    screen.response.on('close', () => this.#leave(open, screen))
    this.#schedule(open, coalesceMs)
  }

  /** Something changed at an office. */
  changed(office: OfficeKey): void {
    const open = this.#open.get(nameOf(office))
    if (open !== undefined) this.#schedule(open, coalesceMs)
  }

  /** Anything may have changed. */
  changedAll(): void {
    for (const open of this.#open.values()) this.#schedule(open, coalesceMs)
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

  #schedule(open: Open, afterMs: number): void {
    if (this.#isClosed || this.#open.get(nameOf(open.office)) !== open) return
    if (open.isReading) {
      open.hasNews = true
      return
    }
    const now = Date.now()
    const dueAt = Math.max(now + afterMs, open.readAt + this.#pace.atMostEveryMs)
    // More news never puts off a reading that is due earlier.
    if (open.timer !== undefined && open.dueAt <= dueAt) return
    clearTimeout(open.timer)
    open.dueAt = dueAt
    open.timer = setTimeout(() => void this.#tell(open), dueAt - now).unref()
  }

  async #tell(open: Open): Promise<void> {
    open.timer = undefined
    open.isReading = true
    open.hasNews = false
    open.readAt = Date.now()
    try {
      await this.#dismiss(open)
      if (open.screens.size > 0) await this.#send(open)
    } catch (error) {
      if (error instanceof Refusal) for (const screen of open.screens) this.#turnAway(screen)
      else this.#context.log.warn({ reason: (error as Error).message }, 'a wallboard could not be read')
    } finally {
      open.isReading = false
      this.#schedule(open, open.hasNews ? coalesceMs : this.#pace.atLeastEveryMs)
    }
  }

  /** Ends the streams of links that were revoked, and of sessions that are over. */
  async #dismiss(open: Open): Promise<void> {
    const { db, pool, clock } = this.#context
    const { office, screens } = open
    const readers = [...screens].map(({ reader }) => reader)
    const living = await livingPasses(db, office, readers, clock())
    for (const screen of screens) if (!living.has(passOf(screen.reader))) this.#turnAway(screen)
    if (Date.now() - open.usedAt < noteUseEveryMs) return
    open.usedAt = Date.now()
    const links = readers.flatMap(({ linkId }) => (linkId !== null && living.has(linkId) ? [linkId] : []))
    await noteLinkUse(pool, office.companyId, links, clock())
  }

  #turnAway({ response }: Screen): void {
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
