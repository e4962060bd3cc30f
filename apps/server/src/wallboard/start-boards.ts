import type { wallboard } from '@mimamori/contract'
import pg from 'pg'
import { liveChannel } from '../organisation/announce.ts'
import type { Context } from '../platform/context.ts'
import { beginEventStream } from '../platform/event-stream.ts'
import { type Listener, startListener } from '../platform/listener.ts'
import type { Call } from '../platform/route.ts'
import { boardPace, Boards } from './boards.ts'
import { officeFor } from './readers.ts'

export type OpenBoards = {
  /** Turns a call into a stream of its office's board. */
  readonly attach: (call: Call<typeof wallboard.live>) => Promise<void>
  /** Ends the streams and the listening connection. */
  readonly stop: () => Promise<void>
}

const officeOf = (payload: string): { companyId: number; officeId: number } | undefined => {
  const [, company, office] = /^\{"c":(\d+),"o":(\d+)[,}]/.exec(payload) ?? []
  return company === undefined ? undefined : { companyId: Number(company), officeId: Number(office) }
}

/**
 * The wallboards of one process. The listening connection is opened with the first one, and then kept.
 * @param pace faster in tests
 */
export const startBoards = (context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>, pace = boardPace): OpenBoards => {
  const boards = new Boards(context, pace)
  let listener: Listener | undefined
  const listen = () => {
    listener ??= startListener({
      connect: () => new pg.Client(context.pool.options),
      channel: liveChannel,
      log: context.log,
      onAnnouncement: (payload) => {
        const office = officeOf(payload)
        if (office !== undefined) boards.changed(office)
      },
      // What was announced while nobody listened is not told again.
      onConnected: () => boards.changedAll(),
    })
  }
  return {
    attach: async ({ params, reader, reply }) => {
      const office = await officeFor(context.db, reader, params.officeId)
      boards.makeRoom(office, reader)
      listen()
      boards.add(office, { reader, response: beginEventStream(reply) })
    },
    stop: async () => {
      boards.close()
      await listener?.stop()
    },
  }
}
