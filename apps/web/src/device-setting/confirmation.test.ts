import type { Downlink, DownlinkState } from '@mimamori/contract/downlink'
import { expect, test } from 'vitest'
import { unconfirmed } from './confirmation.ts'

const shape = { names: ['buzzer', 'settingAltitude', 'firmwareUpdate'], instructions: { firmwareUpdate: '0' }, typed: [] }
const saved = { buzzer: '0', settingAltitude: '200', firmwareUpdate: '0' }
let id = 100
const commandIn = (state: DownlinkState, payload: Downlink['payload']): Downlink => ({
  id: (id -= 1),
  device: 'B-1',
  kind: 'belt',
  payload,
  state,
  createdAt: '2026-07-20T09:00:00+09:00',
  createdBy: null,
  sentAt: null,
  ackedAt: null,
  error: null,
  renews: false,
})
const standings = (...commands: Downlink[]) => Object.fromEntries(unconfirmed(commands, shape, saved))

test('what the device has taken is confirmed, whatever was lost before', () => {
  expect(standings()).toEqual({})
  expect(standings(commandIn('acknowledged', { buzzer: '0', settingAltitude: 200 }), commandIn('failed', { buzzer: '0' }))).toEqual({})
})

test('what waits and what is on its way is not confirmed yet', () => {
  expect(standings(commandIn('pending', { buzzer: '0' }), commandIn('sent', { settingAltitude: 200, firmwareUpdate: '1' }))).toEqual({
    buzzer: 'waiting',
    settingAltitude: 'waiting',
    firmwareUpdate: 'waiting',
  })
})

test('a refusal and a silence lose what they carried, an instruction is only past', () => {
  expect(standings(commandIn('failed', { buzzer: '0', firmwareUpdate: '1' }), commandIn('expired', { settingAltitude: 200 }))).toEqual({
    buzzer: 'lost',
    settingAltitude: 'lost',
  })
})

test('a lost change that was taken back leaves the device as it is saved', () => {
  expect(standings(commandIn('expired', { settingAltitude: 500 }), commandIn('acknowledged', { settingAltitude: 200 }))).toEqual({})
  expect(standings(commandIn('expired', { settingAltitude: 500 }), commandIn('acknowledged', { settingAltitude: 300 }))).toEqual({
    settingAltitude: 'lost',
  })
})

test('a replaced command counts for nothing', () => {
  expect(standings(commandIn('acknowledged', { buzzer: '0' }), commandIn('superseded', { settingAltitude: 500 }))).toEqual({})
})
