import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { StreamPiece } from '../../platform/http/stream-piece.ts'
import { openConsole } from './console-subscriber.ts'

test('a sign of life is written to whom nothing else was written since the one before', () => {
  const response = new PassThrough()
  const subscriber = openConsole({ response: response as never, bytesOf: ({ plain }) => plain }, {} as never)
  const beat = new StreamPiece(':\n\n')
  const written = () => response.read()?.toString()
  subscriber.beat(beat)
  expect(written()).toBe(':\n\n')
  subscriber.write(new StreamPiece('news'))
  subscriber.beat(beat)
  expect(written()).toBe('news')
  subscriber.beat(beat)
  expect(written()).toBe(':\n\n')
  subscriber.end()
})
