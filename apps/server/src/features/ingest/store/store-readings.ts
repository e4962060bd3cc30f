import { validHeartRate } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import {
  asBoolean,
  asDouble,
  asInstant,
  asInteger,
  asReal,
  asSmallint,
  asWord,
  columnsOf,
  namesOf,
  parametersOf,
  selectListOf,
} from '../../../platform/database/column-list.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import { gapOf } from '../gap-of.ts'
import { StoredElsewhere } from '../model.ts'
import type { AssessedReading } from '../reading.ts'

// Only a judged reading has levels; one that came late was never judged.
const judged = ({ worker }: AssessedReading) => (worker?.fresh === true ? worker : null)

/** The valid heart rate of a reading that is a worker's, or may turn out to be, bpm. */
const heartRateOf = ({ worker, reading }: AssessedReading): number | null =>
  worker?.heartRate ?? (reading.keepsHeartRate ? validHeartRate(reading.heartRate) : null)

const roundedOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value))

const { field, computed } = columnsOf<Database['reading'], AssessedReading>()

/** The columns of a stored reading, apart from its company. */
export const readingColumns = [
  field('device_id', asInteger, ({ reading }) => reading),
  field('at', asInstant, ({ reading }) => reading),
  field('call', asBoolean, ({ reading }) => reading),
  field('office_id', asInteger, ({ reading }) => reading),
  field('user_id', asInteger, ({ reading }) => reading.wear),
  field('group_id', asInteger, ({ reading }) => reading.wear),
  field('received_at', asInstant, ({ reading }) => reading),
  computed('heart_rate', asSmallint, (item) => roundedOrNull(heartRateOf(item))),
  computed('wbgt', asReal, ({ reading, heat }) => reading.wbgt ?? heat?.wbgt ?? null),
  computed('wbgt_source', asWord, ({ reading, heat }) => heat?.source ?? (reading.isEstimated ? 'estimated' : null)),
  computed('wbgt_device_id', asInteger, ({ heat }) => heat?.deviceId ?? null),
  field('excess', asReal, ({ worker }) => worker),
  field('heart_level', asSmallint, judged),
  computed('heat_level', asSmallint, (item) => judged(item)?.heatLevel ?? item.heatLevel),
  field('total_level', asSmallint, judged),
  computed('temperature', asReal, ({ reading, heat }) => reading.temperature ?? heat?.temperature ?? null),
  field('humidity', asReal, ({ reading }) => reading),
  field('globe', asReal, ({ reading }) => reading),
  field('hook', asSmallint, ({ reading }) => reading),
  field('pressure', asReal, ({ reading }) => reading),
  field('altitude_cm', asReal, (item) => item),
  field('wave_level', asSmallint, ({ reading }) => reading),
  field('battery', asSmallint, ({ reading }) => reading),
  field('slave_battery', asSmallint, ({ reading }) => reading),
  field('signal', asSmallint, ({ reading }) => reading),
  field('gateway_id', asInteger, ({ reading }) => reading),
  field('latitude', asDouble, ({ reading }) => reading),
  field('longitude', asDouble, ({ reading }) => reading),
  computed('exposed', asBoolean, ({ reading: { wear }, heat }) => (wear === null || heat === null ? null : heat.wbgt >= wear.exposureWbgt)),
  computed('device_at', asInstant, ({ reading: { source, at } }) => (source.at === at ? null : source.at)),
  field('interval_minutes', asReal, ({ reading }) => reading),
  computed('wbgt_rank', asSmallint, ({ heat }) => heat?.rank ?? null),
  computed('gap_seconds', asSmallint, gapOf),
  computed('alarm', asWord, ({ reading }) => reading.alarm),
]

const insertReadings = {
  name: 'ingest-store',
  text: `insert into reading (company_id, ${namesOf(readingColumns)}) select $1, ${selectListOf(readingColumns, 2)}`,
}

// On a cluster rows go to their node by a copy, whose errors the coordinator passes on with their words, but without their code.
const namesTheKey = /"reading_\d{8}_pkey/

const isStoredAlready = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23505' || (error.code === 'XX000' && namesTheKey.test(error.message)))

/**
 * Stores readings of one company with what they were judged by. A conflict fails: as a rule there is none, and to be
 * ready for one costs the database a third of what storing does.
 * @throws StoredElsewhere where one of them is stored by now
 */
export const storeReadings = async (client: PoolClient, companyId: number, readings: readonly AssessedReading[]): Promise<void> => {
  try {
    await client.query({ ...insertReadings, values: [companyId, ...parametersOf(readingColumns, readings)] })
  } catch (error) {
    throw isStoredAlready(error) ? new StoredElsewhere('a reading was stored already', { cause: error }) : error
  }
}
