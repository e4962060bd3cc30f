import { expect, test } from 'vitest'
import { createEventCutter } from './sse.ts'

test('events are whole, however the network splits them', () => {
  const text = ': hello\n\nid: 4\nevent: condition\ndata: [{"userId":1}]\n\nevent: ping\r\ndata: {\r\ndata: }\r\n\r\n'
  const expected = [
    { event: 'condition', data: '[{"userId":1}]', id: '4' },
    { event: 'ping', data: '{\n}' },
  ]
  for (let at = 1; at < text.length; at += 1) {
    // A lone \r at a cut is not a line end yet.
    const cut = createEventCutter()
    expect([...cut(text.slice(0, at)), ...cut(text.slice(at))]).toEqual(expected)
  }
})

test('an event without a name is a message, one without data is none', () => {
  expect(createEventCutter()('data:x\n\nevent: ping\n\n')).toEqual([{ event: 'message', data: 'x' }])
})
