import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { admission } from './admission-policy.ts'
import { createStreamRoom } from './stream-room.ts'

const response = (destroyed = false) => Object.assign(new EventEmitter(), { destroyed }) as unknown as ServerResponse
const person = (name: string) => ({ kind: 'person', name }) as const
const link = (name: string) => ({ kind: 'link', name }) as const
const times = (count: number, work: (index: number) => void) => Array.from({ length: count }, (_, index) => work(index))

const isRefused = (work: () => void): boolean => {
  try {
    work()
    return false
  } catch (error) {
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 60 })
    return error instanceof Refusal
  }
}

test('a person and a link hold so many, each their own, and get a place back with each end', () => {
  const room = createStreamRoom()
  const first = response()
  room.enter(person('1/7'), '192.0.2.1', first)
  times(admission.streams.most.person - 1, () => room.enter(person('1/7'), '192.0.2.1', response()))
  times(admission.streams.most.link, () => room.enter(link('1/7'), '192.0.2.1', response()))
  expect(isRefused(() => room.enter(person('1/7'), '192.0.2.2', response()))).toBe(true)
  expect(isRefused(() => room.enter(link('1/7'), '192.0.2.2', response()))).toBe(true)
  expect(isRefused(() => room.enter(person('1/8'), '192.0.2.1', response()))).toBe(false)
  first.emit('close')
  expect(isRefused(() => room.enter(person('1/7'), '192.0.2.1', response()))).toBe(false)
  expect(isRefused(() => room.enter(person('1/7'), '192.0.2.1', response()))).toBe(true)
})

test('an address holds so many, an IPv6 network as a whole, and a proxy any number', () => {
  const room = createStreamRoom((address) => address === '10.0.0.1')
  times(admission.streams.most.address, (index) => room.enter(person(`1/${index}`), `2001:db8::${index}`, response()))
  expect(isRefused(() => room.enter(person('2/1'), '2001:db8::ffff', response()))).toBe(true)
  expect(isRefused(() => room.enter(person('2/1'), '2001:db8:1::1', response()))).toBe(false)
  times(admission.streams.most.address + 1, (index) => room.enter(person(`3/${index}`), '10.0.0.1', response()))
})

test('a caller that left before admission holds no place', () => {
  const room = createStreamRoom()
  times(admission.streams.most.person + 1, () => room.enter(person('1/7'), '192.0.2.1', response(true)))
  expect(isRefused(() => room.enter(person('1/7'), '192.0.2.1', response()))).toBe(false)
})
