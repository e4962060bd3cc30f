import { channel } from 'node:diagnostics_channel'

/**
 * Points on the way of news to an open console: a batch begins, is stored; its announcement is heard; its rows are about to be read,
 * are read.
 */
export type WayPoint = 'begun' | 'stored' | 'heard' | 'taken' | 'read'

/** What came to a point, and when; epoch ms. */
export type WayMark = { readonly point: WayPoint; readonly at: number; readonly what: unknown }

export const wayChannel = 'mimamori:way'
const marks = channel(wayChannel)

/**
 * Marks a point on the way for a measurement that listens in this process (`bench/note-marks.ts`). Nobody does otherwise: then it
 * costs a comparison, and `what` is not made.
 */
export const markWay = (point: WayPoint, what: () => unknown): void => {
  if (marks.hasSubscribers) marks.publish({ point, at: Date.now(), what: what() } satisfies WayMark)
}
