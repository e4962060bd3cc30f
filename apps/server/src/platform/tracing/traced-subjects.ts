import { AsyncLocalStorage } from 'node:async_hooks'
import type { SpanContext } from '@opentelemetry/api'
import { traceparentOf } from './traceparent.ts'

/** The span in which something happens to a subject, such as `user/5`; undefined where it is not recorded. */
export type FindSpan = (subject: string) => SpanContext | undefined

const current = new AsyncLocalStorage<FindSpan>()

/** Does work in which several traces meet, as those of the messages of one transaction. */
export const withTracedSubjects = <Answer>(findSpan: FindSpan, work: () => Promise<Answer>): Promise<Answer> => current.run(findSpan, work)

/** Whether what happens now is part of any trace. */
export const hasTracedSubjects = (): boolean => current.getStore() !== undefined

/** The `traceparent` of the first of the subjects that is part of a trace. */
export const traceparentOfSubject = (subjects: readonly string[]): string | undefined => {
  const findSpan = current.getStore()
  if (findSpan === undefined) return undefined
  for (const subject of subjects) {
    const span = findSpan(subject)
    if (span !== undefined) return traceparentOf(span)
  }
  return undefined
}
