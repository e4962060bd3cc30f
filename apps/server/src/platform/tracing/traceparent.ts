import type { SpanContext } from '@opentelemetry/api'

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

const isZero = (id: string) => /^0+$/.test(id)

/**
 * Reads the header `traceparent` (W3C Trace Context §3.2). Undefined of what is none: then a trace begins here.
 * @param isRemote somebody else has written it
 */
export const readTraceparent = (text: unknown, isRemote: boolean): SpanContext | undefined => {
  if (typeof text !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', rest] = form.exec(text.trim()) ?? []
  // Later versions may add something; version 00 ends here, and ff is none.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (isZero(traceId) || isZero(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote }
}

/** Writes it. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
