import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './endpoints.ts'
import { hiddenFromKeys, readKeyMark, vital } from './read-scope.ts'

/** Names of fields that reveal somebody's heart, age or health, or how to reach them. */
const tellingNames =
  /heart(?!Judge)|^age|^limits?$|reason|^note$|^own[A-Z]|attention|strain|recover|hasHeart|exposure|userName|login|phone|contact$|e?mail$|address(?:es)?$|birth|gender|shares?$|lastAnswer|override/i

/** Such names that reveal nothing of a person, by the call. */
const harmless = new Set([
  // Days with a mail are marked; nothing says to whom.
  'GET /api/HealthCondition/:userId/:dayOffset listData.alertMail',
  'GET /api/Alert/:id told.mail',
  // Minutes in heat by the site's watchers.
  'GET /api/Report/Summary exposure',
  // °C of a group or of somebody's place: the limit of heat.
  'GET /api/Plan groups.limit',
  'GET /api/Plan groups.unacclimatised.limit',
])

// Of these a key gets the value or, of the last two, null; of a kind that is neither walked through nor named here it gets null as well.
const plain = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'undefined', 'unknown', 'any'])

const isHidden = (schema: z.ZodType) => z.globalRegistry.get(schema)?.[readKeyMark] !== undefined

/** The paths of fields whose name reveals something and that no mark hides, in themselves or around them. */
const tellingFields = (schema: unknown, path: readonly string[] = []): string[] => {
  if (!(schema instanceof z.ZodType) || isHidden(schema)) return []
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return tellingFields(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return tellingFields(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => tellingFields(option, path))
  if (schema instanceof z.ZodRecord) return tellingFields(schema.valueType, path)
  if (schema instanceof z.ZodPipe) return tellingFields(schema.out, path)
  if (!(schema instanceof z.ZodObject)) return plain.has(schema.def.type) ? [] : [`${path.join('.')} (${schema.def.type})`]
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = tellingFields(field, name === 'data' && path.length === 0 ? [] : [...path, name])
    const isTelling = tellingNames.test(name) && field instanceof z.ZodType && !isHidden(field)
    return isTelling ? [[...path, name].join('.'), ...inner] : inner
  })
}

const found = allEndpoints
  .filter(({ readBy }) => readBy !== undefined)
  .flatMap(({ method, path, answer }) => tellingFields(answer).map((field) => `${method} ${path} ${field}`))

describe('what read keys are answered', () => {
  it('hides each field whose name reveals health or how to reach somebody', () => {
    expect(found.filter((field) => !harmless.has(field))).toEqual([])
  })

  it('has no exception that is no longer needed', () => {
    expect([...harmless].filter((field) => !found.includes(field))).toEqual([])
  })

  it.each([
    ['a plain field', z.object({ heartRate: z.number() }), ['heartRate']],
    ['one in a list', z.object({ data: z.array(z.object({ age: z.number() })) }), ['age']],
    ['one of a choice', z.object({ now: z.union([z.null(), z.object({ reason: z.string() })]) }), ['now.reason']],
    ['one of a record', z.object({ of: z.record(z.string(), z.object({ age: z.number() })) }), ['of.age']],
    ['a kind that narrowing does not know', z.object({ of: z.tuple([z.object({ age: z.number() })]) }), ['of (tuple)']],
    ['none that is marked', z.object({ heartRate: vital(z.number()), phoneNumber: hiddenFromKeys(z.string()) }), []],
    ['none within what is marked', z.object({ person: vital(z.object({ age: z.number() })) }), []],
  ])('is searched for %s', (_, schema, expected) => expect(tellingFields(schema)).toEqual(expected))
})
