import type { wallboard } from '@mimamori/contract'
import { liveChannel, namesAlerts } from '../../shared/announcements/announce.ts'
import { clientBeside } from '../../platform/database/client-beside.ts'
import type { Context } from '../../platform/context.ts'
import { beginEventStream } from '../../platform/http/event-stream.ts'
import { type Listener, startListener } from '../../platform/database/listener.ts'
import type { Call, Reader } from '../../platform/http/route.ts'
import { createStreamRoom } from '../../platform/traffic/stream-room.ts'
import { boardPace, Boards } from './boards.ts'
import { officeFor } from './readers.ts'

export type OpenBoards = {
  /**
   * Turns a call into a stream of its office's board.
   * @throws Refusal 429 where the reader's link or person, or their address, has too many streams open
   */
  readonly attach: (call: Call<typeof wallboard.live>) => Promise<void>
  /** Ends the streams and the listening connection. */
  readonly stop: () => Promise<void>
}

const officeOf = (payload: string): { companyId: number; officeId: number } | undefined => {
  const [, company, office] = /^\{"c":(\d+),"o":(\d+)[,}]/.exec(payload) ?? []
  return company === undefined ? undefined : { companyId: Number(company), officeId: Number(office) }
}

const holderOf = (reader: Reader) =>
  reader.linkId === null
    ? ({ kind: 'person', name: `${reader.companyId}/${reader.userId}` } as const)
    : ({ kind: 'link', name: reader.linkId } as const)

/**
 * The wallboards of one process. The listening connection is opened with the first one, and then kept.
 * @param room what the streams of the process share with other kinds of streams
 * @param pace faster in tests
 */
export const startBoards = (
  context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>,
  room = createStreamRoom(),
  pace = boardPace,
): OpenBoards => {
  const boards = new Boards(context, pace)
  let listener: Listener | undefined
  const listen = () => {
    listener ??= startListener({
      connect: () => clientBeside(context.pool),
      channel: liveChannel,
      log: context.log,
      onAnnouncement: (payload) => {
        const office = officeOf(payload)
        if (office !== undefined) boards.changed(office, namesAlerts(payload))
      },
      // What was announced while nobody listened is not announced again.
      onConnected: () => boards.changedAll(),
    })
  }
  let dismissing: Promise<void> | undefined
  const dismiss = () => {
    dismissing ??= boards
      .dismiss()
      .catch((error: Error) => context.log.warn({ reason: error.message }, 'readers of wallboards could not be checked'))
      .finally(() => (dismissing = undefined))
  }
  const timer = setInterval(dismiss, pace.checkEveryMs)
  timer.unref()
  return {
    attach: async ({ params, reader, reply, address }) => {
      const office = await officeFor(context.db, reader, params.officeId)
      room.enter(holderOf(reader), address, reply.raw)
      listen()
      boards.add(office, { reader, response: beginEventStream(reply) })
    },
    stop: async () => {
      clearInterval(timer)
      boards.close()
      await dismissing
      await listener?.stop()
    },
  }
}
