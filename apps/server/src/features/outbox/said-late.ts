import { japanDayAndClock } from '../../platform/japan-time.ts'
import type { DueMail } from './store.ts'

const lateMs = 10 * 60_000

type Late = Pick<DueMail, 'body' | 'html' | 'created_at'> & {
  /** It had a file, whose content was removed meanwhile. */
  readonly isFileGone?: boolean
}

const withoutFile = '添付のファイルは、保存期間を過ぎたか消去されたため、付いていません。'

/**
 * What a mail says; one that leaves late says first of when it is, since its times read as if they were of now, and one without its file
 * that it is.
 */
export const saidLate = ({ body, html, created_at, isFileGone = false }: Late, now: Date) => {
  const isLate = now.getTime() - created_at.getTime() >= lateMs
  if (!isLate && !isFileGone) return { body, html }
  const note = `${isLate ? `（遅れて送信・${japanDayAndClock(created_at)} のもの）` : ''}${isFileGone ? withoutFile : ''}`
  return { body: `${note}\n\n${body}`, html: html?.replace(/<body[^>]*>/, (tag) => `${tag}\n<p>${note}</p>`) ?? null }
}
