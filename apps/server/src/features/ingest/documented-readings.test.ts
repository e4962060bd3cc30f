import { deviceAlarms, Reading, type ReadingKind, readingKinds } from '@mimamori/contract'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../platform/http/openapi-document.ts'
import { decode } from './decode.ts'

type Field = {
  enum?: unknown[]
  description?: string
  examples?: unknown[]
  type?: string | string[]
  minimum?: number
  maximum?: number
  $ref?: string
}
type Documented = { description: string; examples: Record<string, unknown>[]; properties: Record<string, Field>; required: string[] }

const { components } = openApiDocument() as { components: { schemas: Record<string, Documented> } }
const { mapping } = (components.schemas['Reading'] as unknown as { discriminator: { mapping: Record<ReadingKind, string> } }).discriminator
const documented = (kind: ReadingKind): Documented => {
  const found = components.schemas[mapping[kind].split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`${kind} is not documented`)
  return found
}

const isNumber = ({ type }: Field) => [type].flat().some((one) => one === 'number' || one === 'integer')
// A value beyond these bounds counts as not measured; the reading is taken without it.
const takenWithout = new Set(['heartRate', 'accuracy', 'windSpeed', 'solarRadiation'])

// Only what a person wears judges how they are.
const carriers = new Set<ReadingKind>(['vital', 'belt'])
const readAs = new Map<unknown, unknown>([
  [null, 'none'],
  ['heat', 'deviceHeat'],
])
const alarmRead = (alarm: unknown) => readAs.get(alarm) ?? alarm

describe.each(readingKinds)('a documented reading of the kind %s', (kind) => {
  const { properties, required, examples, description } = documented(kind)
  const least = { kind, device: '12345', at: '2026-07-20T13:05:00+09:00' }

  test('describes itself and each field in Japanese, with an example', () => {
    for (const text of [description, ...Object.values(properties).map((field) => field.description)])
      expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    for (const [name, field] of Object.entries(properties)) expect([name, field.examples?.length]).toEqual([name, 1])
    expect(required).toEqual(['kind', 'device', 'at'])
  })

  test('is taken as in its example, and with each field’s own', () => {
    const all = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.examples?.[0]]))
    for (const sent of [...examples, all]) {
      expect(Reading.safeParse(sent)).toMatchObject({ success: true })
      const decoded = decode(sent)
      expect(decoded).not.toHaveProperty('reason')
      const { at: _, interval = null, alarm, ...values } = sent
      expect(decoded).toMatchObject({ ...values, intervalMinutes: interval, alarm: alarm === undefined ? null : alarmRead(alarm) })
    }
  })

  test('has an alarm with the words that are read, if any: other words are refused, and null cancels', () => {
    const words = properties['alarm']?.enum ?? []
    expect(words).toEqual(carriers.has(kind) ? [...deviceAlarms, null] : [])
    for (const alarm of words) expect(decode({ ...least, alarm })).toMatchObject({ alarm: alarmRead(alarm) })
    for (const alarm of ['fallen', '', 1, true]) {
      if (carriers.has(kind)) expect(decode({ ...least, alarm })).toMatchObject({ field: 'alarm' })
      else expect(decode({ ...least, alarm })).toMatchObject({ alarm: null })
    }
  })

  test.each(Object.entries(properties).filter(([, field]) => isNumber(field)))(
    'bounds %s as its decoding does',
    (name, { minimum, maximum }) => {
      for (const bound of [minimum, maximum]) expect(decode({ ...least, [name]: bound })).not.toHaveProperty('reason')
      for (const beyond of [Number(minimum) - 1, Number(maximum) + 1]) {
        const decoded = decode({ ...least, [name]: beyond })
        if (takenWithout.has(name)) expect(decoded).toMatchObject({ [name]: null })
        else expect(decoded).toHaveProperty('reason')
      }
    },
  )
})
