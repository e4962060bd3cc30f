import { z } from 'zod'
import { wireFlag, wireNumber } from './wire.ts'

/** Fields of a reading that a mapping can fill, beside the device, which the DevEUI says. */
export const mappedFields = [
  'at',
  'wbgt',
  'temperature',
  'humidity',
  'globe',
  'windSpeed',
  'solarRadiation',
  'battery',
  'heartRate',
  'hook',
  'pressure',
  'slaveBattery',
  'signal',
  'waveLevel',
  'latitude',
  'longitude',
  'accuracy',
  'call',
  'alarm',
  'interval',
] as const
export type MappedField = (typeof mappedFields)[number]

/** What values at a site can be, in the units of `Reading`: a mapping that leads to others has a wrong factor, unit or path. */
export const plausibleValues: Readonly<Partial<Record<MappedField, { readonly min: number; readonly max: number }>>> = {
  wbgt: { min: -20, max: 60 },
  temperature: { min: -20, max: 60 },
  // In the sun, a black globe is far warmer than the air.
  globe: { min: -20, max: 90 },
  humidity: { min: 1, max: 110 },
  pressure: { min: 50_000, max: 110_000 },
}

/** Fields that are never 0 where they are absent: a meter that failed must not count as a cool place. */
export const neverZeroFields: ReadonlySet<MappedField> = new Set<MappedField>(['wbgt', 'temperature', 'globe', 'humidity'])

/** Entries that a mapping holds at most. */
export const mostMappedFields = 50

/** A place in a message: names and numbers of list items by dots, `temperature.value`, `rxInfo.0.rssi` or `rxInfo[0].rssi`. */
export const MessagePath = z
  .string()
  .transform((text) => text.trim().replaceAll(/\[(\d{1,4})\]/g, '.$1'))
  .pipe(z.string().min(1).max(200))
  .pipe(z.string().refine((path) => /^[^.[\]\0]+(\.[^.[\]\0]+){0,15}$/.test(path), { params: { rule: 'messagePath' } }))

/**
 * What of a message becomes a field of a reading: value × factor + offset, both in the units of `Reading`. The path is looked for in
 * the decoded payload first, then in the whole message. Where several entries fill one field, the first that the message has does.
 */
export const MappingEntry = z.object({
  from: MessagePath,
  to: z.enum(mappedFields),
  factor: wireNumber(-1_000_000, 1_000_000).nullish(),
  offset: wireNumber(-1_000_000, 1_000_000).nullish(),
  /**
   * A value that the message does not have is 0 where what would hold it is there: outside of the decoded payload, The Things Stack
   * leaves out what is 0 or false. Otherwise, where it is null, and of `neverZeroFields` always, it is not known.
   */
  absentIsZero: wireFlag.optional(),
})
export type MappingEntry = z.output<typeof MappingEntry>

export const Mapping = z.array(MappingEntry).max(mostMappedFields)
export type Mapping = z.output<typeof Mapping>
