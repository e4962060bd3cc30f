import { endpoints, type Endpoint } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'

const reads = Object.entries(endpoints).flatMap(([slice, ofSlice]) =>
  Object.entries(ofSlice as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
    endpoint.method === 'GET' && endpoint.raw !== true ? [[`${slice}.${name}`, endpoint] as const] : [],
  ),
)

test('every reading call of the contract is measured, or is said why not', () => {
  expect(Object.keys(calls).toSorted()).toEqual(reads.map(([name]) => name).toSorted())
})

test('every list with pages is measured that a person reads', () => {
  const lists = reads.filter(([, { query }]) => query !== undefined && 'limit' in query.shape)
  const left = lists.flatMap(([name, { permission }]) =>
    typeof calls[name as keyof typeof calls] === 'string' && permission !== 'ingestKey' ? [name] : [],
  )
  expect(left).toEqual([])
})

test('a call is measured as a role that may make it', () => {
  const roleOf = {
    service: 'AdminUnitService',
    company: 'AdminUnitContract',
    site: 'HeadquartersAdmin',
    leader: 'GroupLeader',
    worker: 'User',
  }
  const wrong = reads.flatMap(([name, { permission }]) => {
    const call = calls[name as keyof typeof calls]
    if (typeof call === 'string' || !Array.isArray(permission)) return []
    return call.by.flatMap((reader) => ((permission as readonly string[]).includes(roleOf[reader]) ? [] : [`${name} by ${reader}`]))
  })
  expect(wrong).toEqual([])
})
