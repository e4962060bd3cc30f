import { pino } from 'pino'
import { aliveJob } from '../../src/features/alerts/silence/alive-job.ts'
import { noticeJob } from '../../src/features/alerts/notices/notice-job.ts'
import { outboxJob } from '../../src/features/outbox/outbox-job.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import { startServer } from '../../src/start.ts'

// The product in a process of its own, as `main.ts` starts it; but its clock and its jobs are driven by the test.

const jobs = { alive: aliveJob, tell: noticeJob, mail: outboxJob } as const
export type Order = { readonly id: number; readonly now: number; readonly job?: keyof typeof jobs }
export type Report = { readonly id: number; readonly error?: string }

let now = new Date(Number(process.env['NOW']))
const log = pino({ level: 'warn' }, pino.destination(2))
const { context } = await startServer(readConfig(), { clock: () => now, log, print: () => undefined })

const say = (report: Report) => process.send?.(report)
process.on('message', ({ id, now: at, job }: Order) => {
  now = new Date(at)
  const done = job === undefined ? Promise.resolve() : takeTurn(context, jobs[job])
  done.then(
    () => say({ id }),
    (error: unknown) => say({ id, error: String(error) }),
  )
})
// The process that drives it has gone.
process.once('disconnect', () => process.exit(0))
say({ id: 0 })
