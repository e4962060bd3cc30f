import { describe, expect, it } from 'vitest'
import { forecastOrigins } from '../../shared/monitoring/forecast/forecast-origins.ts'
import { readEstimates, readForecastFile } from './read-csv.ts'
import { readForecast, readSurvey, ServiceRefusal } from './read-json.ts'
import { monthsBetween, readServiceTime, toServiceTime } from './service-time.ts'
import { isOffSeason } from '../../shared/monitoring/forecast/season.ts'
import { forecastRow, refusal, success, surveyRow } from './test-service.ts'

const tokyo = (time: string) => new Date(`${time}:00+09:00`)

describe('times of the service', () => {
  it.each([
    ['2026/08/23 15:00:00', '2026-08-23T15:00'],
    ['2026/8/31 24:00', '2026-09-01T00:00'],
    ['2026/8/1 1:00', '2026-08-01T01:00'],
    ['2026-08-23T15:30', '2026-08-23T15:30'],
    ['2026083124', '2026-09-01T00:00'],
    ['20260831150000', '2026-08-31T15:00'],
    ['2026/12/31 24:00', '2027-01-01T00:00'],
  ])('%s is %s', (text, instant) => expect(readServiceTime(text)).toEqual(tokyo(instant)))

  it.each([
    '',
    '2026/02/30 10:00',
    '2026/13/01 10:00',
    '2026/08/23 25:00',
    '2026/08/23 24:30',
    '2026/08/23 10:60',
    'yesterday',
    undefined,
    20260831,
  ])('%s is none', (text) => expect(readServiceTime(text)).toBeUndefined())

  it('are asked for in Japan’s time', () => expect(toServiceTime(new Date('2026-08-31T15:00:05Z'))).toBe('20260901000005'))

  it.each([
    ['2026-07-20T10:00', '2026-07-20T13:00', ['202607']],
    ['2026-08-31T22:30', '2026-09-01T01:30', ['202608', '202609']],
    ['2026-08-31T21:00', '2026-09-01T00:00', ['202608']],
  ])('from %s to %s are in the files %s', (from, to, months) => expect(monthsBetween(tokyo(from), tokyo(to))).toEqual(months))

  it.each([
    ['2026-07-20T13:00', ['2026-07-20T11:00', '2026-07-20T05:00']],
    ['2026-07-20T05:00', ['2026-07-20T05:00', '2026-07-19T17:00']],
    ['2026-07-20T04:59', ['2026-07-19T17:00', '2026-07-19T11:00']],
    ['2026-07-20T23:00', ['2026-07-20T17:00', '2026-07-20T11:00']],
  ])('at %s the latest forecasts are of %s', (now, origins) => expect(forecastOrigins(tokyo(now))).toEqual(origins.map(tokyo)))

  it.each([
    ['2026-04-30T23:59', true],
    ['2026-05-01T00:00', false],
    ['2026-10-20T12:00', false],
    ['2026-10-21T00:00', true],
    ['2027-01-15T12:00', true],
  ])('%s is off season: %s', (now, off) => expect(isOffSeason(tokyo(now))).toBe(off))
})

describe('an answer of the interface', () => {
  it('gives what was observed, measured and estimated apart', () => {
    const text = success(surveyRow('2026/07/20 12:00:00', '28.4'), surveyRow('2026/07/20 12:00:00', '29.1', 1))
    expect(readSurvey(text, '44132')).toEqual([
      { kind: 'estimated', at: tokyo('2026-07-20T12:00'), wbgt: 28.4 },
      { kind: 'measured', at: tokyo('2026-07-20T12:00'), wbgt: 29.1 },
    ])
  })

  it('gives the forecast, a tenth of what is written', () => {
    expect(readForecast(success(forecastRow('2026/07/20 15:00:00', '305'), forecastRow('2026/07/20 24:00:00', ' 250')), '44132')).toEqual([
      { kind: 'forecast', at: tokyo('2026-07-20T15:00'), wbgt: 30.5, issuedAt: tokyo('2026-07-20T11:00') },
      { kind: 'forecast', at: tokyo('2026-07-21T00:00'), wbgt: 25, issuedAt: tokyo('2026-07-20T11:00') },
    ])
  })

  it('loses only the rows that are blank, implausible, unreadable or another station’s', () => {
    const rows = [
      surveyRow('2026/07/20 10:00:00', ''),
      surveyRow('2026/07/20 10:00:00', null),
      surveyRow('2026/07/20 10:00:00', '99.9'),
      surveyRow('2026/07/20 10:00:00', '---'),
      surveyRow('2026/02/30 10:00:00', '25.0'),
      surveyRow('2026/07/20 10:00:00', '25.0', 0, 44166),
      { ...surveyRow('2026/07/20 10:00:00', '25.0'), wbgt_class: 7 },
      null,
      'row',
      {},
    ]
    expect(readSurvey(success(...rows, surveyRow('2026/07/20 11:00:00', '27')), '44132')).toMatchObject([{ wbgt: 27 }])
  })

  it('is empty off season', () => expect(readSurvey(success(), '44132')).toEqual([]))

  it('may refuse in spite of HTTP 200', () => {
    expect(() => readSurvey(refusal('地点番号の指定値が不正です。'), '44132')).toThrow(ServiceRefusal)
    expect(() => readForecast(refusal('一', '二'), '44132')).toThrow('status error 一,二')
  })

  it.each(['', '<html></html>', '[]', '{}', '{"status":"success"}', '{"status":"success","data":{}}'])(
    'is none where it says %s',
    (text) => {
      expect(() => readSurvey(text, '44132')).toThrow()
      expect(() => readSurvey(text, '44132')).not.toThrow(ServiceRefusal)
    },
  )
})

describe('the files', () => {
  it('give a month’s estimates; 24:00 is the next day’s midnight and hours to come are blank', () => {
    const text = '\uFEFFDate,Time,44132\r\n2026/8/31,23:00,23.0\r\n2026/8/31,24:00,22.4\r\n2026/9/1,1:00,\r\n'
    expect(readEstimates(text, '44132')).toEqual([
      { kind: 'estimated', at: tokyo('2026-08-31T23:00'), wbgt: 23 },
      { kind: 'estimated', at: tokyo('2026-09-01T00:00'), wbgt: 22.4 },
    ])
  })

  it('give the forecast', () => {
    const text = ',,2026090103,2026090106,2026090124,2026090203\n44132,2026/08/31 21:25, 220, 225, , 990\n'
    expect(readForecastFile(text, '44132')).toEqual([
      { kind: 'forecast', at: tokyo('2026-09-01T03:00'), wbgt: 22, issuedAt: tokyo('2026-08-31T21:25') },
      { kind: 'forecast', at: tokyo('2026-09-01T06:00'), wbgt: 22.5, issuedAt: tokyo('2026-08-31T21:25') },
    ])
  })

  it.each(['', '<html>404</html>', 'Date,Time,44166\n2026/8/31,23:00,23.0', '<!doctype html>,Time,44132'])(
    'are none where they say %s',
    (text) => {
      expect(() => readEstimates(text, '44132')).toThrow(TypeError)
      expect(() => readForecastFile(text, '44132')).toThrow(TypeError)
    },
  )
})
