import { Counter } from 'prom-client'
import { type NoticeWay, noticeWays } from './figures.ts'

const outcomes = ['sent', 'failed'] as const

const notices = new Counter({
  name: 'mimamori_notices_total',
  help: 'Mails, pushes and messages to notification channels that left, or were given up because they could not be delivered',
  labelNames: ['way', 'outcome'] as const,
})
for (const way of noticeWays) for (const outcome of outcomes) notices.inc({ way, outcome }, 0)

/** Counts notices that left or failed for good in this process. What nobody needs any more is neither. */
export const countNotices = (way: NoticeWay, outcome: (typeof outcomes)[number], count = 1): void => notices.inc({ way, outcome }, count)
