import { readTraceparent, traceparentOf } from '../../../platform/tracing/traceparent.ts'
import { currentTracing, failSpan } from '../../../platform/tracing/tracing.ts'

type TracedDue = { readonly alert_id: number; readonly traceparent: string | null }

/**
 * Notifies people of what is due as spans of the traces of the readings that led to it. What is queued belongs to the span of its
 * notice; where this process records nothing, to the span of its reading.
 */
export const traceNotices = async <Due extends TracedDue, Answer>(
  companyId: number,
  due: readonly Due[],
  work: (due: readonly Due[]) => Promise<Answer>,
): Promise<Answer> => {
  const tracing = currentTracing()
  if (tracing === undefined) return work(due)
  const spans = due.map(({ alert_id, traceparent }) => {
    const parent = readTraceparent(traceparent, false)
    if (parent === undefined) return undefined
    return tracing.start('notify', { parent, attributes: { 'mimamori.company.id': companyId, 'mimamori.alert.id': alert_id } })
  })
  try {
    return await work(
      due.map((one, index) => {
        const span = spans[index]
        return span === undefined ? one : { ...one, traceparent: traceparentOf(span.spanContext()) }
      }),
    )
  } catch (error) {
    for (const span of spans) if (span !== undefined) failSpan(span, error)
    throw error
  } finally {
    for (const span of spans) span?.end()
  }
}
