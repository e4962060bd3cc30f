import { expect, test } from 'vitest'
import { check } from '../kit/form/check.ts'
import { changeOf, draftOfChannel, emptyReached, fieldsOf, reachedOf, schemaOf, splitNumbers, typeOf, variantOf } from './channel-draft.ts'
import { hoursInWords, lowestAfter } from './channel-words.ts'
import { channelOf } from './test-channel.ts'

const checked = (channel = channelOf(), more: object = {}) =>
  check(schemaOf(variantOf(channel), channel), { ...draftOfChannel(channel), ...more })

const changed = (channel = channelOf(), more: object = {}) => {
  const result = checked(channel, more)
  if (!result.good) throw new Error(JSON.stringify(result.errors))
  return changeOf(channel, result.values)
}

test('what nobody typed again stays as it is stored: address and secrets are in no save', () => {
  const line = channelOf({ type: 'line', url: null, settings: { room: 'C1' }, secretsSet: ['token'] })
  expect(changed()).not.toHaveProperty('url')
  expect(changed(line)).toMatchObject({ settings: { room: 'C1' }, secrets: {} })
  expect(changed(line, { token: 'new' })).toMatchObject({ secrets: { token: 'new' } })
})

test('an address or a secret that is to be entered again must not be left empty', () => {
  expect(checked(channelOf(), { url: '' })).toEqual({ good: false, errors: { url: 'この項目は必須です。' } })
  const line = channelOf({ type: 'line', url: null, settings: { room: 'C1' }, secretsSet: [] })
  expect(checked(line)).toEqual({ good: false, errors: { token: 'この項目は必須です。' } })
})

test('hours may pass midnight, and are refused where they are no hours', () => {
  expect(changed(channelOf(), { hours: 'set', from: '20:00', to: '06:00' })).toMatchObject({ hours: { from: '20:00', to: '06:00' } })
  const same = checked(channelOf(), { hours: 'set', from: '08:00', to: '08:00' })
  expect(same).toEqual({ good: false, errors: { hours: '開始とは違う時刻を入力してください。' } })
  expect(checked(channelOf(), { hours: 'set', from: '', to: '08:00' })).toMatchObject({ good: false })
  // What was entered before いつでも was chosen matters no more.
  expect(changed(channelOf(), { from: '' })).toMatchObject({ hours: null })
  expect([null, { from: '06:00', to: '20:00' }, { from: '08:30', to: '18:00' }].map(hoursInWords)).toEqual([
    'いつでも',
    '6時–20時',
    '8時30分–18時',
  ])
})

test('Twilio has one address for everybody, and telephones are read as people write them', () => {
  const values = {
    ...emptyReached('twilio'),
    account: 'AC12',
    token: 't',
    sender: '+8150',
    numbers: '０９０－１２３４－５６７８\n080-1111-2222、',
  }
  expect(reachedOf('twilio', values as never)).toEqual({
    url: 'https://api.twilio.com',
    settings: { preset: 'twilio', account: 'AC12', sender: '+8150', numbers: ['090-1234-5678', '080-1111-2222'] },
    secrets: { token: 't' },
  })
  expect(splitNumbers('')).toEqual([])
  const sms = channelOf({
    type: 'sms',
    url: 'https://api.twilio.com/…json',
    settings: { preset: 'twilio', account: 'AC12', sender: '+81', numbers: ['090-1234-5678'] },
    secretsSet: ['token'],
  })
  expect(changed(sms, { account: 'AC34' })).toMatchObject({ settings: { account: 'AC34' }, secrets: {} })
  expect(checked(sms, { numbers: '電話' })).toMatchObject({
    good: false,
    errors: { numbers: expect.stringContaining('1行に1つ') as string },
  })
})

test('each type asks for its own fields alone', () => {
  expect(Object.keys(fieldsOf('slack'))).toEqual(['url'])
  expect(Object.keys(fieldsOf('chatwork'))).toEqual(['room', 'token'])
  expect(fieldsOf('smsTemplate')).toMatchObject({ url: 'required', token: 'optional' })
  expect([typeOf('twilio'), typeOf('smsTemplate'), typeOf('line')]).toEqual(['sms', 'sms', 'line'])
})

test('levels are contiguous: a ticked one takes along what is above, a cleared one what is below', () => {
  expect([lowestAfter(2, true), lowestAfter(1, true), lowestAfter(3, false), lowestAfter(1, false)]).toEqual([2, 1, 4, 2])
})
