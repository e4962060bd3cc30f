import type { Endpoint } from '@mimamori/contract'
import type { z } from 'zod'
import type { Json, SchemaDocument } from './named-schemas.ts'

type Events = NonNullable<Endpoint['events']>

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const eventName = (slice: string, event: string) => `${slice}${capital(event)}Event`

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Names what each event of a slice's stream carries, where the contract has no name for it. */
export const nameEventData = (names: Map<z.ZodType, string>, slice: string, events: Events): void => {
  for (const [event, data] of Object.entries(events)) if (!names.has(data)) names.set(data, `${slice}${capital(event)}Data`)
}

/** The schema of a slice's stream: its events one after another. */
export const eventStreamOf = (slice: string): Json => ({ type: 'array', items: refTo(`${slice}Event`) })

const descriptionOf = (schema: z.ZodType) => schema.description ?? ''

/** What the stream says, as a table for people. */
export const eventTable = (slice: string, events: Events): string =>
  [
    '| event | いつ | data |',
    '|---|---|---|',
    ...Object.entries(events).map(([event, data]) => `| \`${event}\` | ${descriptionOf(data)} | \`${eventName(slice, event)}\` |`),
  ].join('\n')

type Stream = { readonly id: string; readonly slice: string; readonly endpoint: Endpoint }

/** A component for each event of each stream, and one for all events of a stream. */
export const eventComponents = (calls: readonly Stream[], { answers }: SchemaDocument): Record<string, Json> => {
  const components: Record<string, Json> = {}
  for (const { id, slice, endpoint } of calls) {
    const events = Object.entries(endpoint.events ?? {})
    for (const [event, data] of events)
      components[eventName(slice, event)] = {
        type: 'object',
        description: descriptionOf(data),
        required: ['event', 'data'],
        properties: {
          event: { type: 'string', const: event },
          data: {
            type: 'string',
            description: '1行のJSON',
            contentMediaType: 'application/json',
            contentSchema: answers[`${id}.${event}`],
          },
          id: { type: 'string', description: '続きから受け取るための位置。Last-Event-IDで送り返す。付かないこともある。' },
        },
      }
    if (events.length > 0) components[`${slice}Event`] = { oneOf: events.map(([event]) => refTo(eventName(slice, event))) }
  }
  return components
}
