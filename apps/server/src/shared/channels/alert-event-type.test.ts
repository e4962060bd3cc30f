import { expect, test } from 'vitest'
import { alertEventTypeOf } from './alert-event-type.ts'

const at = new Date('2026-07-20T04:05:00Z')
const condition = { kind: 'condition', endedAt: null, ending: null } as const
const silence = { kind: 'gatewaySilent', endedAt: null, ending: null } as const

test.each([
  ['opened', condition, 'alert.opened'],
  ['raised', condition, 'alert.raised'],
  ['reported', { ...condition, kind: 'report' }, 'alert.raised'],
  ['acknowledged', condition, 'alert.acknowledged'],
  ['responding', condition, 'alert.acknowledged'],
  ['closed', { ...condition, endedAt: at, ending: 'closed' }, 'alert.closed'],
  ['ended', { ...condition, endedAt: at, ending: 'recovered' }, 'alert.ended'],
  ['withdrawn', { ...condition, endedAt: at, ending: 'recovered' }, 'alert.ended'],
  ['opened', silence, 'device.silent'],
  ['ended', { ...silence, endedAt: at, ending: 'recovered' }, 'device.heard'],
  ['acknowledged', silence, 'alert.acknowledged'],
  ['closed', { ...silence, endedAt: at, ending: 'closed' }, 'alert.closed'],
] as const)('%s is sent', (event, alert, type) => {
  expect(alertEventTypeOf(event, alert)).toBe(type)
})

test('a silence that ends without anything heard is no device.heard', () => {
  expect(alertEventTypeOf('ended', { ...silence, endedAt: at, ending: 'lost' })).toBe('alert.ended')
})

test('an alert that goes to another site ends, one that goes to another group continues', () => {
  expect(alertEventTypeOf('handedOver', { ...condition, endedAt: at, ending: 'handedOver' })).toBe('alert.ended')
  expect(alertEventTypeOf('handedOver', condition)).toBeUndefined()
})

test.each(['lowered', 'noted', 'answered', 'corrected', 'reopened', 'cancelled'])('%s is sent to no webhook', (event) => {
  expect(alertEventTypeOf(event, condition)).toBeUndefined()
})
